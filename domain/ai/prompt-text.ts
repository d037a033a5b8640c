import { type Operation, operationOf } from './operations.ts';

/** A placeholder in a prompt, with its place in the text. */
type Found = { readonly name: string; readonly from: number; readonly to: number };

/** Text in double braces, on one line. */
const marked = /\{\{([^{}\n]*)\}\}/g;

/** The placeholders of a prompt in the order of the text, known or not. */
const placeholdersIn = (prompt: string): Found[] =>
  Array.from(prompt.matchAll(marked), ({ 0: whole, 1: name = '', index }) => ({
    name: name.trim(),
    from: index,
    to: index + whole.length,
  }));

/** A placeholder that the operation does not have, with its place and what is wrong. */
export type PlaceholderProblem = { readonly from: number; readonly to: number; readonly words: string };

/** What is wrong with the placeholders of a prompt, in the order of the text. */
export function placeholderProblems(prompt: string, operation: number): PlaceholderProblem[] {
  const known = operationOf(operation)?.placeholders ?? [];
  const names = known.map(({ name }) => `{{${name}}}`);
  return placeholdersIn(prompt)
    .filter(({ name }) => !known.some((each) => each.name === name))
    .map(({ name, from, to }) => ({
      from,
      to,
      words:
        names.length === 0
          ? `{{${name}}} is no placeholder: this operation has none.`
          : `{{${name}}} is no placeholder of this operation. Use ${names.join(', ')}.`,
    }));
}

/**
 * A prompt with its placeholders filled. `values` are words of Jobdock; texts of jobs go to the model as its message, never into the
 * prompt (D11.1). A placeholder without a value becomes empty.
 */
export const filledPrompt = (prompt: string, values: Readonly<Record<string, string>>): string =>
  prompt.replaceAll(marked, (_, name: string) => (Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? '') : ''));

/** What is wrong with the properties that a prompt asks for; null if nothing is. */
export function propertiesProblem(names: readonly string[], operation: Operation): string | null {
  const known = operation.properties.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return `${unknown.join(', ')} ${unknown.length === 1 ? 'is no property' : 'are no properties'} of “${operation.name}”. Use ${known.join(', ')}.`;
  const missing = operation.properties.filter(({ name, required }) => required && !names.includes(name));
  if (missing.length > 0) return `“${operation.name}” needs ${missing.map(({ name }) => name).join(', ')}: add it.`;
  return names.length === 0 ? `Choose at least one property: ${known.join(', ')}.` : null;
}
