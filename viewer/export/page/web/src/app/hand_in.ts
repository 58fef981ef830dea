/** Handing in what was tried: whose it is, since when, and as what it goes. */

import { button, el } from "./dom";
import type { Tries } from "./tries";

/** What is kept, and what may be done with it; nothing where the page sets no tasks. */
export function handing(tries: Tries, act: { handIn: () => void; clear: () => void }): HTMLElement {
  const where = tries.lasts ? "in this browser" : "until this page is closed: this browser keeps nothing of a file";
  return el("section", { class: "handing" },
    el("h2", {}, "Your tries"),
    el("p", { class: "muted" }, tries.count ? `${told(tries)}, kept ${where}.` : `What you try is kept ${where}, and goes nowhere by itself.`),
    tries.count > 0 && el("div", { class: "chips" },
      button("Hand in…", act.handIn, { key: "hand in" }),
      button("Another pupil…", act.clear, { key: "another pupil", label: "Another pupil begins: nothing is kept of what was tried" }),
    ),
  );
}

function told({ count, since }: Tries): string {
  const day = since.toLocaleString("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
  return `${count} ${count === 1 ? "try" : "tries"} since ${day}`;
}

/** The dialog that asks for a name, and gives the file or the text. */
export function handInDialog(tries: Tries): HTMLDialogElement {
  const dialog = el("dialog", { "aria-labelledby": "hand-in-title", class: "hand-in" });
  const name = el("input", { type: "text", maxlength: 60, autocomplete: "name", "data-key": "pupil's name" });
  const said = el("p", { class: "muted", role: "status" });
  const text = el("textarea", { readonly: true, rows: 6, hidden: true, "aria-label": "Text for a mail", spellcheck: false });
  const named = (): string => {
    const given = name.value.trim().replace(/\s+/g, " ");
    if (!given) {
      said.textContent = "Type your name first: your teacher sees it.";
      name.focus();
    }
    return given;
  };
  const save = (): void => {
    const given = named();
    if (!given) return;
    const address = URL.createObjectURL(new Blob([tries.file(given)], { type: "application/json" }));
    const file = `${given.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "results"}.pyramidion-results`;
    el("a", { href: address, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    said.textContent = `Saved as ${file}, where your browser puts downloads. Give this file to your teacher.`;
  };
  const mail = async (): Promise<void> => {
    const given = named();
    if (!given) return;
    text.value = await tries.text(given);
    text.hidden = false;
    text.select();
    const copied = await navigator.clipboard?.writeText(text.value).then(() => true, () => false);
    said.textContent = copied ? "Copied: paste it into a mail to your teacher." : "Copy this text into a mail to your teacher.";
  };
  dialog.append(
    el("div", { class: "row" },
      el("h2", { id: "hand-in-title", class: "grow" }, "Hand in"),
      button("Close", () => dialog.close(), { key: "close hand in" }),
    ),
    el("p", {}, `${told(tries)}. What you save or copy here goes nowhere until you send it.`),
    el("label", { class: "field" }, el("span", {}, "Your name"), name),
    el("div", { class: "chips" },
      button("Save the file", save, { role: "primary" }),
      button("As text for a mail", () => void mail()),
    ),
    said,
    text,
  );
  return dialog;
}

/** The question before what was tried is forgotten. */
export function clearDialog(tries: Tries, cleared: () => void): HTMLDialogElement {
  const dialog = el("dialog", { "aria-labelledby": "clear-title", class: "hand-in" });
  dialog.append(
    el("h2", { id: "clear-title" }, "Another pupil"),
    el("p", {}, `${told(tries)} and every tick are forgotten. Hand them in first, if they are to count.`),
    el("div", { class: "chips" },
      button("Forget them", () => {
        dialog.close();
        cleared();
      }, { role: "primary" }),
      button("Cancel", () => dialog.close()),
    ),
  );
  return dialog;
}
