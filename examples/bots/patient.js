// A bot for `rulekeep play kilt_castle --seats 'human,run:node examples/bots/patient.js'`.
// It plays the move with the longest explanation. That is rarely wise, but it shows the whole protocol.

const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "ready" });
  } else if (message.type === "decide") {
    const best = message.moves.reduce((a, b) => (b.words.length > a.words.length ? b : a));
    say({ move: best.move });
  } else {
    process.exit(0); // bye
  }
});

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}
