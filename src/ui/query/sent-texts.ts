/**
 * A box passes texts on, and each comes back a moment later. Returns the texts that are still to come back after `text`, or null
 * if the box did not pass `text` on: then it comes from elsewhere. Texts before it were skipped and will not come back.
 */
export function afterArrival(sent: readonly string[], text: string): readonly string[] | null {
  const place = sent.indexOf(text.trim());
  return place < 0 ? null : sent.slice(place + 1);
}
