import { buildFeedParser } from './build-feed-parser.ts';

/** Bundles the parsing process once for all files of a run: a service of any test can read an upload. */
export default () => buildFeedParser();
