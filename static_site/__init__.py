"""The compendium as one static site: the application of the server runs in the reader's browser.

`site_writer` writes the site: `runtime` fetches Python for browsers, `module_archives` packs the modules,
`page_printer` renders the pages that are readable before Python is there. `browser_app` and
`pyodide_bridge` run in the browser, called by the scripts in `assets`. No page, route or rule is
written a second time.
"""
