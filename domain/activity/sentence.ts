import { type CommandName, commandNames } from '#contract/commands/commands.ts';
import type { ActivityLine } from './activity-line.ts';
import { callSentences } from './call-sentences.ts';
import { type ObjectKind, phraseOf } from './object-kinds.ts';
import { pastOf } from './order-sentence.ts';
import { type ChangeKind, changedWords } from './say.ts';

/** What each command changes, by the first part of its name. */
const aboutCommand: Readonly<Record<string, ObjectKind>> = {
  job: 'job',
  jobNote: 'jobNote',
  value: 'mapValue',
  source: 'source',
  task: 'task',
  rule: 'rule',
  ruleTestCase: 'goldenJob',
  substitutionTarget: 'substitution',
  substitutionRule: 'substitution',
  fieldAlias: 'fieldAlias',
  reportConfiguration: 'reportConfiguration',
  customerStatus: 'customerStatus',
  rateFloor: 'rateFloor',
  assignmentRule: 'assignmentRule',
  fieldMapping: 'fieldMapping',
  flexMapping: 'flexMapping',
  ticket: 'ticket',
  notice: 'customerNotice',
  submission: 'submission',
  submissionPackage: 'submissionPackage',
  submissionPair: 'submissionPair',
  submissionDocumentStep: 'submissionDocumentStep',
  submissionDictionaryStep: 'submissionDictionaryStep',
  dataset: 'datasetRow',
  label: 'label',
};
const removing = /\.(remove|delete|purge)\./;

/** The kind of object that a line is about. Null for a name that this version does not know. */
export const aboutOf = (command: string): ObjectKind | null =>
  callSentences[command]?.about ?? (isCommand(command) ? (aboutCommand[command.split('.')[0] ?? ''] ?? null) : null);

const kindOfChange = (command: string): ChangeKind | null => {
  const saying = callSentences[command];
  if (saying) return saying.kind;
  if (!isCommand(command)) return null;
  return removing.test(command) ? 'removed' : command.startsWith('job.post.') ? 'work' : 'changed';
};

const isCommand = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name);

/** Names of audit lines that are about a kind of object, of a kind of change, or both. Null for no limit. */
export function auditNames(about: string | null, kind: string | null): string[] | null {
  if (about === null && kind === null) return null;
  return [...Object.keys(callSentences), ...commandNames].filter(
    (name) => (about === null || aboutOf(name) === about) && (kind === null || kindOfChange(name) === kind),
  );
}

/** An audit line as a sentence: “Marcus Bell changed the role of Ann Reyes from Recruiter to Viewer”. */
export function sentenceOf(line: ActivityLine): string {
  const saying = callSentences[line.command];
  const by = line.who ?? saying?.by ?? 'Jobdock';
  // “began to work as Ann Reyes” says it already.
  const saysAs = line.command.startsWith('session.login_as');
  const who = !saysAs && line.as !== null && line.as !== line.who && line.who !== null ? `${by}, as ${line.as},` : by;
  if (saying) return `${who} ${saying.say(line)}`;
  if (line.order !== null) return `${who} ${orderWords(line, line.order)}`;
  const object = line.object ? ` ${phraseOf(line.object)}` : '';
  return line.changes.length > 0
    ? `${who} ${changedWords(line.changes, object.trim() || 'a row')}`
    : `${who} did “${line.command}”${object && ` to${object}`}`;
}

function orderWords({ facts }: ActivityLine, order: string): string {
  const past = pastOf(order) ?? `did “${order}”`;
  return facts['forbidden'] === true ? `was not allowed to: ${order}` : past;
}
