import type { Answer, ReadCaregiver } from '../adapter.ts';

/**
 * An answer whose words hold nothing that identifies a caregiver: a destination may repeat an email address, a phone number or a birth date
 * in its refusal, and words are stored and shown.
 */
export function withoutPersonal<T>(answer: Answer<T>, caregiver: ReadCaregiver): Answer<T> {
  return answer.kind === 'done' ? answer : { ...answer, words: wordsWithout(answer.words, caregiver) };
}

/** The same for words. */
export function wordsWithout(words: string, { email, phone, fields }: Pick<ReadCaregiver, 'email' | 'phone' | 'fields'>): string {
  const personal = [['email address', email], ['phone number', phone], ...Object.entries(fields)] as const;
  let clean = words;
  for (const [name, value] of personal) {
    if (value.trim().length < 4) continue;
    clean = clean.replaceAll(new RegExp(value.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), `[${name}]`);
  }
  return clean.slice(0, longestWords);
}

const longestWords = 500;
