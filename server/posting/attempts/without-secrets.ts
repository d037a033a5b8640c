const secretName = /token|secret|password|passwd|authorization|api[-_]?key|credential|cookie|^psw$/i;
const masked = '(removed)';

/** Secrets within a text: a bearer or basic header, a JSON Web Token, and a named value as in an address or a form. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${masked}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, masked],
  [/\b([\w-]*(?:token|secret|password|passwd|api[-_]?key|authorization)[\w-]*["']?\s*[=:]\s*["']?)[^\s"'&;,}]+/gi, `$1${masked}`],
];

const cleanText = (text: string): string => secretTexts.reduce((rest, [found, put]) => rest.replace(found, put), text);

/**
 * A value of a target without secrets: what a secret's name holds, and what looks like a token within a text. Targets are outside: one
 * may answer with what it was sent.
 */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) ? masked : withoutSecrets(inner)]),
  );
}

/** A message without secrets. */
export const wordsWithoutSecrets = (words: string | null): string | null => (words === null ? null : cleanText(words));
