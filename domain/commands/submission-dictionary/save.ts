import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { dictionaryChange, dictionaryUndo, namedBy, removedDictionaryStep, stepRefusal, wordsOf } from './dictionary-change.ts';

/** Adds a mapping between dictionaries or changes one. The service refuses a second one for an entry; only it knows all of them. */
export const saveDictionaryStep = command('submissionDictionaryStep.save.v1', {
  ...dictionaryChange,
  describe: (args, names) => ['saveDictionaryStep', { ...wordsOf(args, names), other: names.of('submissionEntry', [args.toId]) }],
  refs: [rowNamed('submissionDictionaryStep', 'creates')],
  reads: namedBy,
  apply: (rows, { id, ref, ...content }, context) => {
    const current = rows.get('submissionDictionaryStep', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedDictionaryStep);
    const refusal = stepRefusal(rows, content);
    if (refusal) return refusal;
    const created = { id, ref, purged: false, version: 0, by: context.by, at: context.at };
    return written('submissionDictionaryStep', current, { ...(current ?? created), ...content }, context);
  },
  inverse: dictionaryUndo.save,
});
