import { Select } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { listParserTokens } from '#contract/collecting/parser-tokens.ts';
import {
  listParsers,
  listSamples,
  type ParserRow,
  readParserSample,
  removeSample,
  type SampleChange,
  type SampleRow,
} from '#contract/collecting/parsers.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { TabRow, TabsPage, useTab } from '#src/ui/page/tabs-page.tsx';
import { ResultPane } from './result-pane.tsx';
import { SamplePane } from './sample-pane.tsx';
import { SampleUpload } from './sample-upload.tsx';
import { tokenOfMark } from './token.ts';
import { TokenForm } from './token-form.tsx';
import { TokenPane } from './token-pane.tsx';
import './parser-editor.css';

const panes = [
  ['sample', 'Sample'],
  ['tokens', 'Tokens'],
  ['result', 'Result'],
] as const;

/** `/editparser/:id`: a sample, the tokens and their result side by side; on a phone one of them at a time. */
export function ParserEditor() {
  const { id = '' } = useParams();
  const parsers = useReply(listParsers, {});
  const parser = parsers.reply?.find((row) => String(row.id) === id);
  if (parser) return <Editor key={parser.id} parser={parser} />;
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Parser" />
      <Answered answer={parsers} what="The parsers">
        {() => (
          <EmptyState kind="no-match" title="There is no such parser">
            <p>It may have been removed. Choose another one from the list of parsers.</p>
          </EmptyState>
        )}
      </Answered>
    </section>
  );
}

function Editor({ parser: { id, name, description } }: { parser: ParserRow }) {
  const tokens = useReply(listParserTokens, { parserId: id });
  const samples = useReply(listSamples, { id });
  const [chosen, setChosen] = useState<number | null>(null);
  const [changes, setChanges] = useState<readonly SampleChange[]>([]);
  const sample = samples.reply?.find((one) => one.id === chosen) ?? samples.reply?.[0];
  const reading = useReply(
    readParserSample,
    { id, sample: sample?.id ?? 0 },
    { wanted: sample !== undefined, keepsPrevious: true },
  );
  const tab = useTab('pane', panes);
  const editor = useEditor(TokenForm, { onChanged: setChanges });
  const shown = sample ? reading.reply : null;
  const all = tokens.reply ?? [];
  return (
    <TabsPage
      title={name}
      note={description}
      actions={<SampleTools parserId={id} samples={samples.reply ?? []} sample={sample} onChoose={setChosen} />}
      tabs={<TabRow label="Part" tabs={panes} tab={tab} />}
    >
      <div className="parser-panes" data-pane={tab[0]}>
        <section className="card" data-pane="sample" aria-label="Sample">
          <h2>Sample</h2>
          {shown && <SamplePane reading={shown} onMark={(mark) => editor.open(tokenOfMark(id, all, shown.document, mark))} />}
          {!shown && (
            <EmptyState kind="first-use" title={sample ? 'Reading the sample…' : 'No sample yet'}>
              <p>
                {reading.problem ??
                  'Add an email of the vendor: its text appears here, and you mark in it what the parser should read.'}
              </p>
            </EmptyState>
          )}
        </section>
        <section className="card" data-pane="tokens" aria-label="Tokens">
          <h2>Tokens</h2>
          <Answered answer={tokens} what="The tokens">
            {(rows) => <TokenPane parserId={id} tokens={rows} reading={shown} editor={editor} />}
          </Answered>
        </section>
        <section className="card" data-pane="result" aria-label="Result">
          <h2>Result</h2>
          {shown?.reading ? (
            <ResultPane reading={shown.reading} changes={changes} />
          ) : (
            <p className="muted">The result of a sample appears here.</p>
          )}
        </section>
      </div>
      {editor.dialog}
    </TabsPage>
  );
}

type ToolsProps = {
  parserId: number;
  samples: readonly SampleRow[];
  sample: SampleRow | undefined;
  onChoose: (id: number | null) => void;
};

/** The choice of the sample, and what can be done with samples. */
function SampleTools({ parserId, samples, sample, onChoose }: ToolsProps) {
  const remove = useDo(removeSample, {
    args: ({ id }: SampleRow) => ({ id: parserId, sample: id }),
    said: (gone) => ({ title: `${gone.name} removed` }),
    failed: 'Sample not removed',
    refreshes: [listSamples, listParsers],
  });
  return (
    <>
      {samples.length > 0 && (
        <Select
          aria-label="Sample"
          allowDeselect={false}
          data={samples.map((one) => ({ value: String(one.id), label: one.name }))}
          value={sample ? String(sample.id) : null}
          onChange={(next) => onChoose(next === null ? null : Number(next))}
        />
      )}
      {sample && (
        <OnlineButton variant="default" onClick={() => void remove(sample)}>
          Remove sample
        </OnlineButton>
      )}
      <SampleUpload parserId={parserId} />
    </>
  );
}
