import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { BeforeImage, OutboxEntry } from '#src/store/tables/tables.ts';

/** A change by wire name, not yet queued. */
export type Change = { [N in CommandName]: { readonly name: N; readonly args: CommandArgs<N> } }[CommandName];

const opposite = {
  'job.hold.v1': 'job.release.v1',
  'job.release.v1': 'job.hold.v1',
  'job.hide.v1': 'job.show.v1',
  'job.show.v1': 'job.hide.v1',
  'job.cancel.v1': 'job.reopen.v1',
  'job.reopen.v1': 'job.cancel.v1',
} as const;

const mapFields = { facility: 'facilityMap', degree: 'degreeMap', specialty: 'specialtyMap', shift: 'shiftMap' } as const;

/**
 * The changes that take a sent change back [edge case 28], from the fields as they were; empty when it changed nothing, null
 * when it cannot be taken back (a post). Rows that the change left as they were are not touched.
 */
export function inverseOf({ name, args, before }: Pick<OutboxEntry, 'name' | 'args' | 'before'>): Change[] | null {
  if (name in opposite) {
    // A hold that only took the place of a rule's own leaves its bit as it was.
    const ids = before.flatMap(({ id, fields }) => ('chgMap' in fields ? [id] : []));
    return ids.length === 0 ? [] : [{ name: opposite[name as keyof typeof opposite], args: { ids } }];
  }
  switch (name as CommandName) {
    case 'job.edit.v1':
      return before.flatMap((image) => unedit(image, (args as CommandArgs<'job.edit.v1'>).field));
    case 'job.unlock.v1':
      return before.flatMap((image) => relock(image, (args as CommandArgs<'job.unlock.v1'>).field));
    case 'job.map.v1':
    case 'job.unbind.v1':
      return before.flatMap(remap);
    case 'value.map.v1':
    case 'value.accept.v1':
      return mapBack(before);
    case 'value.ignore.v1':
      return flagsBack('ignored', before).map((args) => ({
        name: 'value.ignore.v1',
        args: { ids: args.ids, ignored: args.was },
      }));
    case 'value.unique.v1':
      return flagsBack('unique', before).map((args) => ({ name: 'value.unique.v1', args: { ids: args.ids, unique: args.was } }));
    case 'source.alias.v1':
      return before.flatMap(({ id, fields }): Change[] =>
        'aliases' in fields ? [{ name: 'source.alias.v1', args: { id, aliases: fields['aliases'] as string[] } }] : [],
      );
    case 'source.group.v1':
      return before.flatMap(({ id, fields }): Change[] =>
        'members' in fields ? [{ name: 'source.group.v1', args: { id, members: fields['members'] as number[] } }] : [],
      );
    default:
      return null;
  }
}

type EditableField = CommandArgs<'job.unlock.v1'>['field'];

const editOf = (id: number, field: EditableField, value: unknown): Change => ({
  name: 'job.edit.v1',
  args: { id, field, value } as CommandArgs<'job.edit.v1'>,
});

/** Without an earlier lock the collected value ruled, so the lock goes; with one, its value returns. */
function unedit({ id, fields }: BeforeImage, field: EditableField): Change[] {
  const locks = (fields['locks'] ?? {}) as Record<string, unknown>;
  if ('locks' in fields && !(field in locks)) return [{ name: 'job.unlock.v1', args: { id, field } }];
  return field in fields ? [editOf(id, field, fields[field])] : [];
}

function relock({ id, fields }: BeforeImage, field: EditableField): Change[] {
  return field in fields ? [editOf(id, field, fields[field])] : [];
}

function remap({ id, fields }: BeforeImage): Change[] {
  return Object.entries(mapFields).flatMap(([kind, field]): Change[] =>
    field in fields
      ? [{ name: 'job.map.v1', args: { id, kind: kind as keyof typeof mapFields, mappedId: fields[field] as string | null } }]
      : [],
  );
}

/** One command a former mapping, with all texts that had it. A field that the change left alone is not in the image. */
function mapBack(before: readonly BeforeImage[]): Change[] {
  const groups = new Map<string, { ids: number[]; mappedId: string | null; certainty: number | null }>();
  for (const { id, fields } of before) {
    if (!('mappedId' in fields)) continue;
    const mappedId = fields['mappedId'] as string | null;
    const certainty = mappedId === null ? null : ((fields['certainty'] as number | null | undefined) ?? null);
    const group = groups.get(`${mappedId} ${certainty}`) ?? { ids: [], mappedId, certainty };
    group.ids.push(id);
    groups.set(`${mappedId} ${certainty}`, group);
  }
  return [...groups.values()].map((args) => ({ name: 'value.map.v1', args }));
}

/** One group a former truth, with all texts that had it. */
function flagsBack(field: 'ignored' | 'unique', before: readonly BeforeImage[]): { ids: number[]; was: boolean }[] {
  return [true, false].flatMap((was) => {
    const ids = before.filter(({ fields }) => fields[field] === was).map(({ id }) => id);
    return ids.length > 0 ? [{ ids, was }] : [];
  });
}
