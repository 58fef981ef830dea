/** Positions sent on: a link to this page with the position behind `#`, or the position as text. */

/** The address of this page, opened at a position. */
export function linkTo(position: string, address: string = location.href): string {
  return `${address.split("#")[0]}#${encodeURIComponent(position).replaceAll("%20", "_").replace(/%(2C|2F|3A|3D)/g, decodeURIComponent)}`;
}

/** The position behind `#` of an address; "" where there is none. */
export function positionIn(hash: string): string {
  const text = hash.replace(/^#/, "");
  // Where the page was open last (`Progress.stay`).
  if (text.startsWith("at=")) return "";
  try {
    // No position has an underscore of its own: it stands for a space, which mail would break a link at.
    return decodeURIComponent(text).replaceAll("_", " ").trim();
  } catch {
    return text;
  }
}

/** Copy what a field holds; where the browser does not allow it the text is selected, to be copied by hand. */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return false;
  }
}
