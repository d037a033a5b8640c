/** FNV-1a of 32 bits over UTF-16 units; keys are plain letters. */
function hashed(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

const hex = (number: number): string => number.toString(16).padStart(8, '0');

/**
 * The UUID of a customer's label of a field, made of the field's key: two devices that label the same field without a connection
 * mean one row. Migration 999 computes the same.
 */
export function labelRef(fieldKey: string): string {
  const [first, second] = [hex(hashed(fieldKey, 0x811c9dc5)), hex(hashed(fieldKey, 0x01000193))];
  return `${first}-${second.slice(0, 4)}-8${second.slice(4, 7)}-8000-00000000000${second.slice(7)}`;
}
