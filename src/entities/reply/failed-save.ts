import type { Problems } from '#src/ui/form/use-form.ts';

/** The problems of a form that was not saved. The sentence about the whole form begins with the documented words. */
export const failedSave = (words: string, problems: Problems): Problems =>
  problems[''] === undefined ? problems : { ...problems, '': `${words}. ${problems['']}` };

/** Why a list could not be read: the documented sentence, then the reason. Null if it was read. */
export const unreadList = (words: string, reason: string | null): string | null => reason && `${words}. ${reason}`;
