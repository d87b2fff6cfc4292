// A minimal front end: it plays a whole match through `rulekeep engine` and prints it.
//
//   node examples/front_ends/match.js kilt_castle 7

const { spawn } = require("child_process");

const [game = "kilt_castle", seed = "7", command = "rulekeep"] = process.argv.slice(2);
const engine = spawn(command, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = require("readline").createInterface({ input: engine.stdout });
const waiting = [];
lines.on("line", (line) => waiting.shift()(JSON.parse(line)));

// Replies come in the order of the requests.
function ask(request) {
  engine.stdin.write(JSON.stringify(request) + "\n");
  return new Promise((resolve) => waiting.push(resolve)).then((reply) => {
    if (!reply.ok) throw new Error(reply.error.say);
    return reply.result;
  });
}

async function main() {
  let now = await ask({ do: "new", game, seats: 2, seed, names: ["Ada", "Bo"] });
  const table = now.table;
  while (!now.over) {
    const seat = now.decisions[0].seat;
    const { moves } = await ask({ do: "moves", table, seat });
    now = await ask({ do: "play", table, seat, move_id: now.acts % moves.length });
    // As somebody who only watches may be told.
    const { acts } = await ask({ do: "events", table, since: now.acts });
    for (const sentence of acts[0].told) console.log(sentence);
  }
  console.log(`places: ${now.outcome.places}`);
  engine.stdin.end();
}

main();
