import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { testParserRule } from '#contract/collecting/parser-rules.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { counted } from '#src/ui/format/format.ts';

type Rule = { readonly pattern: string; readonly separator: string; readonly part: number };
type Tried =
  | { readonly kind: 'found'; readonly reply: ReplyOf<typeof testParserRule> }
  | { readonly kind: 'failed'; readonly words: string };

/** Tries the rule of the form on a text, or on the newest samples if no text is typed. */
export function RuleTester({ rule }: { rule: Rule }) {
  const call = useCall();
  const offline = useOffline();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const run = async () => {
    setBusy(true);
    const answer = await call(testParserRule, { ...rule, ...(text !== '' && { text }) }).finally(() => setBusy(false));
    setTried(answer.ok ? { kind: 'found', reply: answer.value } : { kind: 'failed', words: errorMessage(answer.error) });
  };
  return (
    <fieldset className="rule-tester">
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
      <Button variant="default" size="xs" loading={busy} disabled={offline} onClick={() => void run()}>
        {offline ? 'Try the rule (online only)' : 'Try the rule'}
      </Button>
      <div role="status">{tried && <Outcome tried={tried} />}</div>
    </fieldset>
  );
}

function Outcome({ tried }: { tried: Tried }) {
  if (tried.kind === 'failed') return <p>{tried.words}</p>;
  const { problem, findings } = tried.reply;
  if (problem !== null) return <p>{problem}</p>;
  if (findings.length === 0) return <p>There are no samples yet. Type a text.</p>;
  return (
    <ul>
      {findings.map(({ name, problem: why, matches }) => (
        <li key={name}>
          {name}: {why ?? (matches.length === 0 ? 'finds nothing' : counted(matches.length, 'place'))}
          {matches.slice(0, 5).map(({ start, text }) => (
            <span key={start} className="mono">
              {' '}
              “{text.slice(0, 80)}”
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
