import { ActionIcon, Input, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { localToday } from '../format/local-today.ts';
import { useFormat } from '../format/use-format.tsx';
import { type BoundText, type FieldWords, fieldShell, requiredLabel } from './fields.tsx';
import { isDay, isInstant } from './optional.ts';
import { readDay } from './read-day.ts';
import { readTime } from './read-time.ts';
import { clockAt, instantAt, zoneName } from './zoned-time.ts';
import './date-fields.css';

type DateFieldProps = FieldWords & BoundText & { size?: 'xs' | 'sm' };

/**
 * A calendar day, typed or picked from the browser's calendar. Its value is `yyyy-MM-dd`, or the typed text if that is not
 * a date: the schema `optionalDay()` then rejects it, and the text stays in the box.
 */
export function DateField({ label, hint, required, disabled, hideLabel = false, error, onBlur, ...field }: DateFieldProps) {
  const { value, onChange, size, ...bound } = field;
  const day = useDay(value, onChange);
  const problem = error && value !== null && !isDay(value) ? day.expected : error;
  return (
    <TextInput
      {...fieldShell({ label, hint, required, disabled, hideLabel })}
      {...(size && { size })}
      {...bound}
      inputMode="text"
      autoComplete="off"
      placeholder={day.pattern}
      error={problem}
      value={day.shown}
      onChange={(event) => day.write(event.currentTarget.value)}
      onBlur={() => {
        day.leave();
        onBlur();
      }}
      rightSection={<CalendarButton label={label} value={value} disabled={disabled === true} onDay={onChange} />}
    />
  );
}

type DateTimeFieldProps = DateFieldProps & {
  /** The time zone of the day and time. Defaults to the user's own. */
  timeZone?: string;
};

/**
 * A moment: a day, a time, and the zone for both. Its value is an instant in UTC, or the typed text if it cannot be read.
 * Use `isInstant` to tell them apart.
 */
export function DateTimeField({ timeZone, error, value, onChange, onBlur, ...field }: DateTimeFieldProps) {
  const { label, hint, required = false, disabled = false, hideLabel, size = 'sm', ...bound } = field;
  const { preferences } = useFormat();
  const zone = timeZone ?? preferences.timeZone;
  const parts = useParts(value, zone, onChange);
  const day = useDay(parts.day, (next) => parts.put({ day: next }));
  const id = useId();
  const zoneText = zoneName(isInstant(value) ? value : `${localToday(zone)}T12:00:00Z`, zone);
  const wrong = { day: Boolean(error) && !isDay(parts.day), time: Boolean(error) && readTime(parts.time) === null };
  const problem = wrong.day ? day.expected : wrong.time ? 'Enter a time such as 7:00 PM or 19:00' : error;
  const both = { size, disabled, 'aria-describedby': `${id}-hint ${id}-error`, autoComplete: 'off' };
  const leave = () => {
    day.leave();
    onBlur();
  };
  return (
    <Input.Wrapper
      {...(hideLabel ? {} : { label: required ? requiredLabel(label) : label })}
      description={hint}
      descriptionProps={{ id: `${id}-hint` }}
      error={problem}
      errorProps={{ id: `${id}-error` }}
      labelElement="div"
    >
      <span className="date-time" role="group" aria-label={label}>
        <TextInput
          {...bound}
          {...both}
          aria-label={`${label}, date`}
          aria-required={required}
          placeholder={day.pattern}
          error={wrong.day}
          value={day.shown}
          onChange={(event) => day.write(event.currentTarget.value)}
          onBlur={leave}
          rightSection={<CalendarButton {...{ label, disabled }} value={parts.day} onDay={(next) => parts.put({ day: next })} />}
        />
        <TextInput
          {...both}
          aria-label={`${label}, time (${zoneText})`}
          placeholder="7:00 PM"
          error={wrong.time}
          value={parts.time}
          onChange={(event) => parts.put({ time: event.currentTarget.value })}
          onBlur={onBlur}
          rightSection={<span className="muted">{zoneText}</span>}
          rightSectionWidth={56}
        />
      </span>
    </Input.Wrapper>
  );
}

/** A day in a text box. The text stays as typed until the box loses the focus; then it appears in the user's own format. */
function useDay(value: string | null, onChange: (value: string) => void) {
  const { preferences, localDate } = useFormat();
  const today = localToday(preferences.timeZone);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = isDay(value) ? localDate(value) : (value ?? '');
  return {
    shown: typed ?? shown,
    pattern: preferences.dateFormat.toUpperCase(),
    expected: `Enter a date such as ${localDate(today)}, today or +2w`,
    write(text: string) {
      setTyped(text);
      onChange(readDay(text, today, preferences.dateFormat) ?? text.trimStart());
    },
    leave: () => setTyped(null),
  };
}

/** The day and the time of an instant as two texts. They stay as typed while they do not form an instant. */
function useParts(value: string | null, zone: string, onChange: (value: string) => void) {
  const { time: timeText } = useFormat();
  const [typed, setTyped] = useState<{ day: string; time: string; made: string } | null>(null);
  const kept = isInstant(value) ? { day: clockAt(value, zone).day, time: timeText(value) } : { day: value ?? '', time: '' };
  // A value from outside replaces the typed text.
  const { day, time } = typed && typed.made === (value ?? '') ? typed : kept;
  const put = (change: { day?: string; time?: string }) => {
    const next = { day, time, ...change };
    const made = instantOf(next, zone);
    setTyped({ ...next, made });
    onChange(made);
  };
  return { day, time, put };
}

/** Blank if both texts are blank, the instant if they form one, or else both texts as typed. */
function instantOf({ day, time }: { day: string; time: string }, zone: string): string {
  const clock = readTime(time);
  const instant = isDay(day) && clock !== null ? instantAt({ day, time: clock }, zone) : null;
  return instant ?? `${day} ${time}`.trim();
}

type CalendarButtonProps = { label: string; value: string | null; disabled: boolean; onDay: (day: string) => void };

/** Opens the browser's own calendar. */
function CalendarButton({ label, value, disabled, onDay }: CalendarButtonProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span className="date-pick">
      <ActionIcon
        size="sm"
        aria-label={`Choose ${label.toLowerCase()} from a calendar`}
        disabled={disabled}
        onClick={() => picker.current?.showPicker()}
      >
        <IconCalendar size={16} aria-hidden />
      </ActionIcon>
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={isDay(value) ? value : ''}
        onChange={(event) => event.currentTarget.value !== '' && onDay(event.currentTarget.value)}
      />
    </span>
  );
}
