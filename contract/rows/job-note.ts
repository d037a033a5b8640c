import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { created } from './rule-rows.ts';

/** Most characters of a note, and most people that it mentions. */
export const mostNoteLength = 2000;
export const mostMentions = 20;

/** A person whom a note mentions, under the name behind the @ in its text. */
export const Mention = z.object({ userId: z.number().int().min(1), name: z.string().trim().min(1).max(200) });
export type Mention = z.infer<typeof Mention>;

/** A note that a person wrote on a job. `text` is plain text; a mention is in it as `@` and the name. */
export const JobNoteRow = z.object({
  id: z.number(),
  jobId: z.number(),
  authorId: z.number(),
  author: z.string(),
  text: z.string(),
  mentions: z.array(Mention),
  writtenAt: Instant,
  editedAt: Instant.nullable(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  ...created,
});
export type JobNoteRow = z.infer<typeof JobNoteRow>;
