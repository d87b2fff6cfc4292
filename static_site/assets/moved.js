// Lead to the page that this one names, and keep the fragment.

location.replace(document.querySelector("a").href + location.hash);
