import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FieldConflict } from '#contract/commands/commands.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { readRows } from '#src/store/rows.ts';
import type { OutboxEntry, Row } from '#src/store/tables/tables.ts';
import type { OutboxActions } from '#src/sync/hooks/use-outbox.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { TableHead } from '#src/ui/page/table-head.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import {
  type ConflictLine,
  differences,
  fieldName,
  linesOf,
  mergedFields,
  offeredSide,
  resolutionOf,
  type Side,
  similarTo,
  theirsNow,
} from './conflict-lines.ts';
import { type ConflictLabels, useConflictLabels } from './use-conflict-labels.ts';
import './conflict-dialog.css';

type Props = { entry: OutboxEntry; parked: readonly OutboxEntry[]; outbox: OutboxActions; onClose: () => void };

/** A field changed in two places: yours, the value before, theirs. Nothing is sent until the user chooses. */
export function ConflictDialog({ entry, parked, outbox, onClose }: Props) {
  const lines = linesOf(entry, parked);
  const rows = useLiveRows(lines);
  return (
    <Dialog title={titleOf(lines, rows)} size={720} onClose={onClose}>
      {(close) =>
        rows ? <Decision {...{ entry, lines, rows, parked, outbox, onClose }} onLater={close} /> : <Waiting rows={3} />
      }
    </Dialog>
  );
}

type LiveRows = ReadonlyMap<string, Row>;

/** The rows as they are now: they can have changed since the conflict. */
function useLiveRows(lines: readonly ConflictLine[]): LiveRows | null {
  const wanted = [...new Set(lines.map(({ collection, id }) => `${collection}/${id}`))];
  const watched = useWatched(
    wanted.join(' '),
    async (store) => {
      const found = new Map<string, Row>();
      for (const { collection, id } of lines) {
        const [row] = await readRows(store, collection, [id]);
        if (row) found.set(`${collection}/${id}`, row);
      }
      return found;
    },
    ({ changes }) => changes.some(({ collection }) => lines.some((line) => line.collection === collection)),
  );
  return watched.ready ? watched.value : null;
}

const rowOf = (rows: LiveRows, { collection, id }: ConflictLine) => rows.get(`${collection}/${id}`);

function titleOf(lines: readonly ConflictLine[], rows: LiveRows | null): string {
  const [first] = lines;
  const row = first && rows ? rowOf(rows, first) : undefined;
  const named = first?.collection === 'job' ? row?.['providerJobId'] : row?.['text'];
  const what = first?.collection === 'job' ? 'Job' : 'Text';
  return typeof named === 'string' ? `${what} ${named} changed in two places` : 'Changed in two places';
}

type DecisionProps = Props & { lines: readonly ConflictLine[]; rows: LiveRows; onLater: () => void };

function Decision({ entry, lines, rows, parked, outbox, onClose, onLater }: DecisionProps) {
  const [sides, setSides] = useState(() => new Map(lines.map((line) => [line.key, offeredSide(line.entry)])));
  const [alike, setAlike] = useState(false);
  const names = useFieldNames();
  const similar = similarTo(entry, lines, parked);
  const merged = lines.flatMap((line) =>
    line.collection === 'job' ? mergedFields(rowOf(rows, line) as unknown as JobRow, line.entry, lines, names) : [],
  );
  const settle = async (chosen: ReadonlyMap<string, Side>) => {
    onClose();
    toast.success({ title: await resolveAll(lines, chosen, alike ? similar : [], outbox) });
  };
  return (
    <form className="conflict" onSubmit={submitting(() => settle(sides))}>
      <Sides lines={lines} rows={rows} sides={sides} onSides={setSides} />
      {merged.length > 0 && <p className="muted">Merged for you: {[...new Set(merged)].join(', ')}</p>}
      {similar.length > 0 && (
        <Checkbox
          label={`Same choice for ${similar.length} similar`}
          checked={alike}
          onChange={(event) => setAlike(event.currentTarget.checked)}
        />
      )}
      <div className="conflict-actions">
        <Button type="submit">Save choices</Button>
        <Button variant="default" onClick={() => void settle(new Map(lines.map(({ key }) => [key, 'theirs'])))}>
          Use all theirs
        </Button>
        <Button variant="subtle" onClick={onLater}>
          Later
        </Button>
      </div>
    </form>
  );
}

type SidesProps = {
  lines: readonly ConflictLine[];
  rows: LiveRows;
  sides: ReadonlyMap<string, Side>;
  onSides: (sides: Map<string, Side>) => void;
};

/** Each decision in three columns: the user's value, the value before, and the other user's value. */
function Sides({ lines, rows, sides, onSides }: SidesProps) {
  const words = useConflictLabels(lines, rows);
  return (
    <div className="conflict-scroll">
      <table>
        <TableHead columns={['Field', 'Yours', 'Before', 'Theirs']} />
        <tbody>
          {lines.map((line) => (
            <LineRow
              key={line.key}
              line={line}
              row={rowOf(rows, line)}
              words={words}
              side={sides.get(line.key) ?? 'theirs'}
              onSide={(side) => onSides(new Map(sides).set(line.key, side))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LineProps = { line: ConflictLine; row: Row | undefined; words: ConflictLabels; side: Side; onSide: (side: Side) => void };

function LineRow({ line, row, words, side, onSide }: LineProps) {
  const names = useFieldNames();
  const fields = line.fields.map((field) => ({ ...field, ...theirsNow(field, row) }));
  const name = [...new Set(fields.map(({ field }) => fieldName(line.entry.name, field, names)))].join(', ');
  const offered = offeredSide(line.entry);
  const option = (of: Side) => (
    <label className="conflict-option" data-chosen={side === of || undefined}>
      <input
        type="radio"
        name={line.key}
        checked={side === of}
        onChange={() => onSide(of)}
        {...(of === offered ? { 'data-autofocus': true } : {})}
      />
      <span>
        {fields.map((field) => (
          <Value key={field.field} command={line.entry.name} conflict={field} of={of} row={row} words={words} />
        ))}
        <small className="muted">{of === 'mine' ? <Ago at={line.entry.createdAt} /> : <Theirs conflict={fields[0]} />}</small>
        {words.moves(line, of) && <small className="conflict-moves">{words.moves(line, of)}</small>}
      </span>
    </label>
  );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="Yours">{option('mine')}</td>
      <td data-label="Before">
        {fields.map((field) => (
          <span key={field.field}>{words.value(line.entry.name, field, field.seen, row)}</span>
        ))}
      </td>
      <td data-label="Theirs">{option('theirs')}</td>
    </tr>
  );
}

function Theirs({ conflict }: { conflict: FieldConflict | undefined }) {
  if (!conflict?.by) return <>someone else</>;
  return (
    <>
      {conflict.by}
      {conflict.at && (
        <>
          , <Ago at={conflict.at} />
        </>
      )}
    </>
  );
}

type ValueProps = { command: string; conflict: FieldConflict; of: Side; row: Row | undefined; words: ConflictLabels };

function Value({ command, conflict, of, row, words }: ValueProps) {
  const [mine, theirs] = [
    words.value(command, conflict, conflict.wanted, row),
    words.value(command, conflict, conflict.now, row),
  ];
  const parts = of === 'mine' ? differences(mine, theirs) : differences(theirs, mine);
  return (
    <span className="conflict-value">
      {parts.map(({ words: text, differs }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
        <span key={i}>
          {i > 0 && ' '}
          {differs ? <mark>{text}</mark> : text}
        </span>
      ))}
    </span>
  );
}

/** Applies the choices change by change. Returns a summary. */
async function resolveAll(
  lines: readonly ConflictLine[],
  sides: ReadonlyMap<string, Side>,
  similar: readonly OutboxEntry[],
  outbox: OutboxActions,
): Promise<string> {
  const mine = new Set(lines.filter(({ key }) => sides.get(key) === 'mine').map(({ key }) => key));
  const counts = { mine: 0, theirs: 0 };
  const others = [...new Set(lines.flatMap(({ entry }) => entry.parked?.conflicts.flatMap(({ by }) => by ?? []) ?? []))];
  // Keep the order in which the changes were made: a later one can build on an earlier one.
  const entries = [...new Map(lines.map(({ entry }) => [entry.entry, entry])).values()].sort((a, b) => a.entry - b.entry);
  for (const entry of entries) {
    const resolution = resolutionOf(entry, lines, mine);
    const done = await resolveOne(entry, resolution, outbox);
    if (done) counts[resolution.kind === 'discard' ? 'theirs' : 'mine'] += 1;
  }
  const side = sides.get(lines[0]?.key ?? '') ?? 'theirs';
  for (const entry of similar) {
    if (await resolveOne(entry, { kind: side === 'mine' ? 'retry' : 'discard' }, outbox)) counts[side] += 1;
  }
  const parts = [kept(counts.mine, 'your'), kept(counts.theirs, `${others.join(' and ') || 'the other person'}’s`)].filter(
    Boolean,
  );
  return parts.length > 0 ? `Kept ${parts.join(' and ')}` : 'Nothing changed: this conflict was already resolved';
}

/** "Marcus Bell’s change", "your 3 changes". */
const kept = (count: number, whose: string): string =>
  count === 0 ? '' : `${whose} ${count === 1 ? 'change' : counted(count, 'change')}`;

async function resolveOne(
  entry: OutboxEntry,
  resolution: ReturnType<typeof resolutionOf>,
  outbox: OutboxActions,
): Promise<boolean> {
  switch (resolution.kind) {
    case 'retry':
      return (await outbox.retry(entry.entry)).ok;
    case 'discard':
      return (await outbox.discard(entry.entry)).ok;
    case 'edit':
      return (await outbox.edit(entry.entry, resolution.args)).ok;
  }
}
