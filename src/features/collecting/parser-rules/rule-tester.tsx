import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { testParserRule } from '#contract/collecting/parser-rules.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { useOffline } from '#src/ui/connection/connection.ts';

/** Tries the rule of the form on a text, or on the newest samples if no text is typed. */
export function RuleTester({ rule }: { rule: { pattern: string; separator: string; part: number } }) {
  const call = useCall();
  const offline = useOffline();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly string[]>([]);
  const run = async () => {
    const answer = await call(testParserRule, { ...rule, ...(text !== '' && { text }) });
    if (!answer.ok) return setFound([errorMessage(answer.error)]);
    const { problem, findings } = answer.value;
    if (problem !== null) return setFound([problem]);
    setFound(findings.length === 0 ? ['There are no samples yet. Type a text.'] : findings.map(words));
  };
  return (
    <fieldset>
      <legend>Try the rule</legend>
      <Textarea
        label="Text"
        description="Blank: the newest samples of all parsers"
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" size="xs" disabled={offline} onClick={() => void run()}>
        {offline ? 'Try the rule (online only)' : 'Try the rule'}
      </Button>
      <ul role="status">
        {found.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </fieldset>
  );
}

type Finding = { readonly name: string; readonly problem: string | null; readonly matches: readonly { readonly text: string }[] };

const words = ({ name, problem, matches }: Finding): string =>
  `${name}: ${problem ?? (matches.map(({ text }) => `“${text.slice(0, 80)}”`).join(', ') || 'finds nothing')}`;
