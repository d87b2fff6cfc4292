// Requests to the server in JSON. A failure is an Error with a sentence for people.

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.say || "The server could not do that.");
    this.status = status;
    this.kind = answer.kind || "";
    this.rule = answer.rule || "";
    this.number = answer.number;
  }
}

const UNREACHABLE = "The server does not answer. Try again in a moment; nothing is lost.";

async function ask(address, request) {
  let answer;
  try {
    answer = await fetch(address, { cache: "no-store", ...request });
  } catch {
    throw new Refused(0, { say: UNREACHABLE });
  }
  if (answer.ok) return answer;
  throw new Refused(answer.status, await answer.json().catch(() => ({})));
}

export async function get(address) {
  return (await ask(address)).json();
}

// A text and its tag.
export async function getText(address) {
  const answer = await ask(address);
  return [await answer.text(), answer.headers.get("ETag") || ""];
}

export async function post(address, said = {}) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) };
  return (await ask(address, request)).json();
}
