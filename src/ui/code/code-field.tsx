import { Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import type { CodeLanguage, CodeProblem } from './code-language.ts';
import './code.css';

const CodeEditor = lazy(() => import('./code-editor.tsx').then((m) => ({ default: m.CodeEditor })));

type CodeFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Loads with the editor. The plain field does not need it. A new function makes a new editor. */
  readonly language: () => Promise<CodeLanguage>;
  readonly problems: readonly CodeProblem[];
  readonly readOnly?: boolean;
  readonly hint?: ReactNode;
};

/** Text in a small language: an editor with colors and completion, or a plain field on touch screens. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, problems, hint, readOnly = false } = props;
  const id = useId();
  const glass = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const plain = (
    <Textarea
      aria-label={label}
      aria-describedby={id}
      aria-invalid={problems.length > 0}
      classNames={{ input: 'mono' }}
      autosize
      minRows={3}
      readOnly={readOnly}
      value={value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
  return (
    <div className="code-field">
      {glass ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <CodeEditor {...props} readOnly={readOnly} describedBy={id} />
        </Suspense>
      )}
      <div id={id} className="code-words">
        {problems.length === 0 && hint && <p className="muted">{hint}</p>}
        {problems.map((problem) => (
          <p key={`${problem.from}-${problem.words}`} className="code-problem">
            {placeText(value, problem.from)}: {problem.words}
          </p>
        ))}
      </div>
    </div>
  );
}

/** A position in the text, counted from 1: "Character 12", preceded by the line if the text has several. */
function placeText(text: string, from: number): string {
  const before = text.slice(0, from).split('\n');
  const character = `character ${(before.at(-1)?.length ?? 0) + 1}`;
  return text.includes('\n') ? `Line ${before.length}, ${character}` : `C${character.slice(1)}`;
}
