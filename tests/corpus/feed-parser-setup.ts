import { buildFeedParser, buildRuleWorker } from './build-feed-parser.ts';

/** Bundles the parsing process and the threads of rules once for all files of a run: a service of any test can use both. */
export default async () => {
  const forget = [await buildFeedParser(), await buildRuleWorker()];
  return () => {
    for (const undo of forget) undo();
  };
};
