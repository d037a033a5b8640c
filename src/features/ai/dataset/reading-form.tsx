import type { ReadingProblems } from '#domain/ai/dataset/reading-problems.ts';
import { shiftModifiers } from '#domain/ai/reading.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { TextField } from '#src/ui/form/fields.tsx';
import { MoneyField, NumberField } from '#src/ui/form/number-fields.tsx';
import type { Draft, Part, RateDraft, ShiftDraft } from './draft.ts';

type Props = {
  readonly draft: Draft;
  readonly problems: ReadingProblems;
  readonly onChange: (draft: Draft) => void;
  readonly onMark: (part: Part) => void;
};

/** The values of the shift and of the rate that are marked. */
export function ReadingForm({ draft, problems, onChange, onMark }: Props) {
  const names = useFieldNames();
  const { shift, rate } = draft;
  return (
    <>
      <PartHead
        part="shift"
        words={names.of('shift')}
        marked={shift}
        onMark={onMark}
        onClear={() => onChange({ ...draft, shift: null })}
      />
      {shift && <ShiftFields shift={shift} problems={problems} onChange={(next) => onChange({ ...draft, shift: next })} />}
      <PartHead
        part="rate"
        words={names.of('billRate')}
        marked={rate}
        onMark={onMark}
        onClear={() => onChange({ ...draft, rate: null })}
      />
      {rate && <RateFields rate={rate} problems={problems} onChange={(next) => onChange({ ...draft, rate: next })} />}
    </>
  );
}

type HeadProps = {
  readonly part: Part;
  readonly words: string;
  readonly marked: { readonly substring: string } | null;
  readonly onMark: (part: Part) => void;
  readonly onClear: () => void;
};

function PartHead({ part, words, marked, onMark, onClear }: HeadProps) {
  return (
    <div className="dataset-part" data-part={part}>
      <strong>{words}</strong>
      <span className="dataset-words" data-none={marked === null || undefined}>
        {marked === null ? 'not named' : `“${marked.substring}”`}
      </span>
      {/* The press must not take the selection away from the description. */}
      <button
        type="button"
        className="link-button"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onMark(part)}
      >
        Mark <kbd>{part === 'shift' ? 1 : 2}</kbd>
      </button>
      {marked !== null && (
        <button type="button" className="link-button" aria-label={`Clear ${words.toLowerCase()}`} onClick={onClear}>
          Clear
        </button>
      )}
    </div>
  );
}

/** What every field of the form has: it is left without a check, as the whole form is checked when it is saved. */
const bound = (path: string, problems: ReadingProblems) => ({
  name: '',
  'data-path': path,
  onBlur: () => undefined,
  ...(problems[path] !== undefined && { error: problems[path] }),
});

type ShiftProps = {
  readonly shift: ShiftDraft;
  readonly problems: ReadingProblems;
  readonly onChange: (shift: ShiftDraft) => void;
};

function ShiftFields({ shift, problems, onChange }: ShiftProps) {
  const names = useFieldNames();
  return (
    <div className="dataset-fields">
      <TextField
        label={names.of('shiftStart')}
        {...bound('shift.start', problems)}
        value={shift.start}
        onChange={(start) => onChange({ ...shift, start })}
      />
      <TextField
        label={names.of('shiftEnd')}
        {...bound('shift.end', problems)}
        value={shift.end}
        onChange={(end) => onChange({ ...shift, end })}
      />
      <NumberField
        label={names.of('hoursPerShift')}
        {...bound('shift.hours', problems)}
        decimals={2}
        value={shift.hours}
        onChange={(hours) => onChange({ ...shift, hours })}
      />
      <NumberField
        label={names.of('shiftsPerWeek')}
        {...bound('shift.shiftsPerWeek', problems)}
        decimals={2}
        value={shift.shiftsPerWeek}
        onChange={(shiftsPerWeek) => onChange({ ...shift, shiftsPerWeek })}
      />
      <fieldset className="dataset-kinds">
        <legend>Kinds</legend>
        {shiftModifiers.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={shift.modifiers.includes(kind)}
            onClick={() =>
              onChange({ ...shift, modifiers: shiftModifiers.filter((one) => shift.modifiers.includes(one) !== (one === kind)) })
            }
          >
            {kind}
          </button>
        ))}
      </fieldset>
      {problems['shift.substring'] !== undefined && <p data-tone="bad">{problems['shift.substring']}</p>}
    </div>
  );
}

type RateProps = { readonly rate: RateDraft; readonly problems: ReadingProblems; readonly onChange: (rate: RateDraft) => void };

function RateFields({ rate, problems, onChange }: RateProps) {
  const names = useFieldNames();
  return (
    <div className="dataset-fields">
      <MoneyField
        label={names.of('billRate')}
        {...bound('rate.rate', problems)}
        value={rate.rate}
        onChange={(value) => onChange({ ...rate, rate: value })}
      />
      <MoneyField
        label={names.of('minBillRate')}
        {...bound('rate.minRate', problems)}
        value={rate.minRate}
        onChange={(minRate) => onChange({ ...rate, minRate })}
      />
      {problems['rate.substring'] !== undefined && <p data-tone="bad">{problems['rate.substring']}</p>}
    </div>
  );
}
