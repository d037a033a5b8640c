import type { AtsField } from '#contract/posting/ats-fields.ts';

/** The ATS's own label of a field, or its name in words: `clientBillRate` reads “Client bill rate”. */
export function fieldLabel(name: string, fields: readonly AtsField[] = []): string {
  const [root = name, ...inner] = name.split('.');
  const label = fields.find((field) => field.name === root)?.label;
  const words = label === undefined || label === '' ? spoken(root) : label;
  return inner.length === 0 ? words : `${words} ${spoken(inner.join(' ')).toLowerCase()}`;
}

/** A name of a program as words. Names with an underscore are an agency's own and stay as they are. */
function spoken(name: string): string {
  if (/[_ ]/.test(name)) return name;
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
  return words
    .map((word, i) =>
      i === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : /^[A-Z]+$/.test(word) ? word : word.toLowerCase(),
    )
    .join(' ');
}
