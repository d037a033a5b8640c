import { existsSync } from 'node:fs';
import { read } from '#domain/parsing/extract/extract.ts';
import { figuresOf, outcomes, wrongOf } from './descriptions/accuracy.ts';
import { madeDescription } from './descriptions/grammar.ts';
import { judgedRanges, judgedShiftTexts } from './descriptions/real-texts.ts';
import { compromisePeer, type Peer, plainExpressions } from './extract/peers.ts';
import { processorTime } from './kit/processor-time.ts';
import { sizeOf } from './kit/sizes.ts';
import { dataFolder } from './match/real-data.ts';

/** Few descriptions in one round. */
export const short = ['--descriptions', '200', '--rounds', '1', '--made', '200'];

/** Other seeds than those that the reader was built with (from 1 on). */
const measuredFrom = 1_000_000;

/**
 * Reads shifts and bill rates from descriptions: accuracy on `--made n` (default 2,000) descriptions of a seeded grammar and on the labeled
 * public texts, with the wrong ones; then descriptions a second of processor time on one core over `--descriptions n` (2,000), the best of
 * `--rounds n` (5), beside plain expressions and compromise.
 */
export async function run(argv: readonly string[]): Promise<void> {
  reportAccuracy(sizeOf(argv, 'made', 2000));
  const texts = Array.from({ length: sizeOf(argv, 'descriptions', 2000) }, (_, n) => madeDescription(measuredFrom + n).text);
  const ours: Peer = {
    name: 'Jobdock',
    read(text) {
      const { shift, rate } = read(text);
      return { rate: rate && String(rate.rate), times: shift?.start ?? null };
    },
  };
  const mean = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  console.log(`\n${texts.length} descriptions of ${mean.toFixed(0)} characters on average`);
  console.log('reader                   descriptions a second    bill rate right    bill rate wrong');
  for (const peer of [ours, plainExpressions, compromisePeer]) {
    const speed = speedOf(peer, texts, sizeOf(argv, 'rounds', 5));
    const { right, wrong } = ratesOf(peer, texts.length);
    console.log(
      `${peer.name.padEnd(24)} ${Math.round(speed).toLocaleString('en').padStart(21)} ${percent(right)} ${percent(wrong)}`,
    );
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(18);

function reportAccuracy(count: number): void {
  const all = outcomes(measuredFrom, count);
  const [rate, times] = [figuresOf(all, 'rate'), figuresOf(all, 'times')];
  console.log(`${count} made descriptions     precision    recall    calibration error`);
  for (const [name, { precision, recall, calibrationError }] of [
    ['bill rate', rate],
    ['shift times', times],
  ] as const)
    console.log(`${name.padEnd(24)} ${[precision, recall, calibrationError].map((n) => n.toFixed(4).padStart(9)).join(' ')}`);
  const wrong = wrongOf(all);
  console.log(`${wrong.length} values are wrong or were not read`);
  for (const { value, wanted, got, made } of wrong.slice(0, 50))
    console.log(`  ${value}: wanted ${wanted ?? 'none'}, got ${got ?? 'none'}: ${made.text.replaceAll('\n', ' / ')}`);
  if (existsSync(dataFolder())) {
    for (const [name, judged] of [
      ['shift texts of feeds', judgedShiftTexts()],
      ['ranges in sentences', judgedRanges()],
    ] as const) {
      console.log(`${name}: ${judged.filter(({ right }) => right).length} of ${judged.length} as labeled`);
      for (const { text, got } of judged.filter(({ right }) => !right)) console.log(`  ${text}: ${got.trim() || 'nothing'}`);
    }
  }
  const isMet = rate.precision >= 0.98 && rate.recall >= 0.9 && times.precision >= 0.97;
  if (!isMet || Math.max(rate.calibrationError, times.calibrationError) > 0.03) process.exitCode = 1;
}

/** Descriptions a second of processor time, in the best round. */
function speedOf({ read: readOne }: Peer, texts: readonly string[], rounds: number): number {
  let best = 0;
  for (let round = 0; round < rounds; round += 1) {
    const since = processorTime().own;
    for (const text of texts) readOne(text);
    best = Math.max(best, (texts.length * 1000) / Math.max(1, processorTime().own - since));
  }
  return best;
}

/** The share of bill rates that a reader finds, and of descriptions where it names a wrong one. */
function ratesOf({ read: readOne }: Peer, count: number) {
  const made = Array.from({ length: count }, (_, n) => madeDescription(measuredFrom + n));
  const judged = made.map(({ text, truth }) => ({ wanted: truth.rate, got: readOne(text).rate }));
  const withRate = judged.filter(({ wanted }) => wanted !== null);
  return {
    right: withRate.filter(({ wanted, got }) => got !== null && Number(got) === wanted).length / Math.max(1, withRate.length),
    wrong: judged.filter(({ wanted, got }) => got !== null && Number(got) !== wanted).length / Math.max(1, count),
  };
}
