import { changeMessages } from '#contract/commands/change-messages.ts';
import { commandArgs } from '#contract/commands/commands.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import { commandNamed } from '../commands/commands.ts';
import { rowNamesBy } from '../commands/kit/row-names.ts';
import { jobFieldEntries } from '../fields/job-fields.ts';

type NameOf = (collection: CollectionName, id: number) => string | null;
/** A row that a sentence calls by its name. */
type NamedRow = { readonly collection: CollectionName; readonly id: number };

/** The usual name of a job field by its key. */
export const usualName = (key: string): string => jobFieldEntries.find(([, field]) => field === key)?.[2] ?? key;

/**
 * What a command of the audit did, as an order: “Hold job 884-210”. Null for a name or arguments of another version, and for the
 * audit names of calls. `fieldOf` says what people call a job field; without it the usual names are said.
 */
export function orderOf(
  name: string,
  args: unknown,
  nameOf: NameOf,
  fieldOf: (key: string) => string = usualName,
): string | null {
  const command = commandNamed(name);
  const read = command && commandArgs[command.name].safeParse(args);
  if (!command || !read?.success) return null;
  const [key, places] = command.describe(withoutPrivateName(read.data) as never, rowNamesBy(nameOf, fieldOf));
  // The key determines the places of its sentence.
  return changeMessages[key](places as never);
}

/** The name of a private view is its owner's alone. */
const withoutPrivateName = (args: object): object =>
  'isPrivate' in args && args.isPrivate === true ? { ...args, name: 'private' } : args;

/** The rows that the order calls by their names. */
export function rowsNamedBy(name: string, args: unknown): NamedRow[] {
  const rows: NamedRow[] = [];
  orderOf(name, args, (collection, id) => {
    rows.push({ collection, id });
    return null;
  });
  return rows;
}
