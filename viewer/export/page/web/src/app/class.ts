/**
 * A page that the teacher's computer serves to a class: what is tried goes there at once, and the
 * page follows the step that is presented. It asks nobody else.
 */

import type { Did, Tries } from "./tries";

/** Milliseconds between two questions, and before a message is sent again. */
const PAUSE = 1_500;
const MOST = 50;

interface Stand {
  /** The step that is presented, from 0, and the number of the question: another one is another page. */
  step: number;
  question: number;
}

/** Send what is tried from now on; `follow` goes to a step, `tell` says how the line is. */
export async function joinClass(tries: Tries, follow: (step: number) => void, tell: (text: string) => void): Promise<void> {
  const waiting: (Did & { item: number })[] = [];
  let sends = false;
  tries.clear();
  tries.heard = (item, did) => {
    waiting.push({ item, ...did });
    void send();
  };
  async function send(): Promise<void> {
    if (sends) return;
    sends = true;
    while (waiting.length) {
      const some = waiting.slice(0, MOST);
      const answer = await fetch("try", { method: "POST", body: JSON.stringify(some) }).catch(() => null);
      // What the computer cannot read it will not read later either.
      if (answer && (answer.ok || answer.status === 400)) waiting.splice(0, some.length);
      else {
        tell("Not connected: what you try is kept, and sent again.");
        await pause();
      }
    }
    sends = false;
  }
  let before: Stand | null = null;
  for (;;) {
    const answer = await fetch("step").catch(() => null);
    const now: Stand | null = answer?.ok && !answer.redirected ? await answer.json() : null;
    if (now && before && now.question !== before.question) location.reload();
    if (now && now.step !== before?.step) follow(now.step);
    tell(now ? "You are in class." : "The class is over, or not connected.");
    before = now ?? before;
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
