import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '#src/entities/session/session.ts';
import { CodeField } from '#src/ui/code/code-field.tsx';
import { ConditionBuilder } from '../condition/condition-builder.tsx';
import type { EditorPart, RuleEditor } from './use-rule-editor.ts';

const conditionLanguage = () => import('../condition/condition-language.ts').then((m) => m.conditionLanguage);

/** The condition as rows or as text. Both show the same tree; changing the view changes nothing. */
export function ConditionForm({ condition, readOnly, fits, problemOf }: EditorPart & Pick<RuleEditor, 'condition'>) {
  const { may } = useSession();
  const [asText, setAsText] = useState(condition.box === null);
  const { parsed, box, text } = condition;
  const problem = 'problem' in parsed ? parsed.problem : null;
  const words = problemOf('source');
  return (
    <div className="rule-condition">
      {(may('rules.advanced') || asText) && (
        <SegmentedControl
          size="xs"
          aria-label="Condition view"
          value={asText ? 'text' : 'builder'}
          onChange={(view) => setAsText(view === 'text')}
          data={[
            { value: 'builder', label: 'Builder' },
            { value: 'text', label: 'Text' },
          ]}
        />
      )}
      {asText || !box ? (
        <CodeField
          label="Condition as text"
          value={text}
          onChange={condition.setText}
          language={conditionLanguage}
          readOnly={readOnly}
          problems={problem ? [{ from: problem.at, to: problem.to, words: problem.words }] : []}
          hint="Leave blank to always run. For example: [Degree] equal RN and ([State] equal CA or [State] equal NY)"
        />
      ) : (
        <ConditionBuilder
          box={box}
          onChange={condition.setBox}
          offers={fits}
          unfinished={words ? condition.unfinished : null}
          readOnly={readOnly}
        />
      )}
      {!asText && problem && <p className="muted">The text cannot be shown as rows: {problem.words}</p>}
      {words && !problem && (
        <p className="code-problem" role="alert">
          {words}
        </p>
      )}
    </div>
  );
}
