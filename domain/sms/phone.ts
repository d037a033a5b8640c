/**
 * A phone number in the form `+15550100199` (E.164). Ten digits, and eleven that begin with 1, are of the United States and Canada.
 * Undefined for a text that is not one number that can get text messages, such as one with an extension.
 */
export function phoneOf(text: string): string | undefined {
  const typed = text.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return undefined;
  const digits = typed.replaceAll(/\D/g, '');
  if (typed.startsWith('+') && !digits.startsWith('1')) return /^[2-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : undefined;
}
