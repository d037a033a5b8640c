import { Button } from '@mantine/core';
import { messages } from '#contract/kit/messages.ts';
import { listProductFields } from '#contract/rules/rule-lists.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { ruleSentence } from '#domain/rules/rule-sentence.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { unreadList } from '#src/entities/reply/failed-save.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import type { RuleEditor } from './use-rule-editor.ts';

/** The draft as one sentence, always current. Each part links to its control. */
export function Sentence({ editor }: { editor: RuleEditor }) {
  const places = {
    condition: 'when',
    moment: 'about',
    workType: 'about',
    until: 'about',
    action: 'action',
    field: 'action',
    value: 'action',
  };
  const { labels } = useFieldNames();
  return (
    <p className="rule-said">
      {ruleSentence(editor.plain, labelOfField(labels)).map((part, i) =>
        part.of === null ? (
          <span key={i}>{part.text}</span>
        ) : (
          <a key={i} href={`#${places[part.of]}`} onClick={(event) => goTo(event, places[part.of as keyof typeof places])}>
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}

function goTo(event: React.MouseEvent, id: string): void {
  event.preventDefault();
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  section?.querySelector<HTMLElement>('input, select, textarea, [tabindex="0"], .cm-content')?.focus({ preventScroll: true });
}

/** Someone else saved the rule in the meantime. Nothing is merged; the user decides. */
export function Overtaken({ editor }: { editor: RuleEditor }) {
  const { overtaken } = editor;
  const { labels } = useFieldNames();
  if (!overtaken) return null;
  return (
    <div className="rule-overtaken" role="alert">
      <p>
        <strong>{overtaken.by} saved this rule while you were editing it</strong> (version {overtaken.version}). It now reads:{' '}
        {ruleSentence(overtaken, labelOfField(labels)).map(({ text }) => text)}
      </p>
      <Button variant="default" size="xs" onClick={editor.takeTheirs}>
        Use theirs
      </Button>
      <Button variant="default" size="xs" onClick={editor.keepMine}>
        Keep mine and overwrite
      </Button>
    </div>
  );
}

/** After a refused save: every problem, with a link to its section. */
export function Problems({ editor }: { editor: RuleEditor }) {
  const { problems, shown } = editor;
  if (!shown || problems.length === 0) return null;
  const place = (field: string) =>
    field === 'source'
      ? 'when'
      : ['name', 'ord', 'disableAfterOn', 'runOnExport'].includes(field)
        ? 'about'
        : field === 'table'
          ? 'table'
          : 'action';
  return (
    <div className="form-problems" role="alert">
      <strong>{problems.length === 1 ? 'Fix 1 problem to save' : `Fix ${problems.length} problems to save`}</strong>
      <ul>
        {problems.map(({ field, words }) => (
          <li key={`${field} ${words}`}>
            <a href={`#${place(field)}`} onClick={(event) => goTo(event, place(field))}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The definitions of fields could not be read: which of them rules need or may use is known as of the last time, if at all. */
export function UnreadFields() {
  const problem = unreadList(messages.jobFieldsNotRead, useReply(listProductFields, {}).problem);
  return problem === null ? null : (
    <p className="muted" role="status">
      {problem}
    </p>
  );
}
