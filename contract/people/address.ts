import * as z from 'zod';
import { messages } from '../kit/messages.ts';

/** An address that email can reach. */
export const MailAddress = z.email(messages.invalidEmail).max(320);

/** A person's address: as for mail, but the part before the @ may hold a wildcard (`*@agency.example`). Such a person gets no email. */
export const isPersonAddress = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  return at > 0 && MailAddress.safeParse(text.slice(0, at).replaceAll('*', 'x') + text.slice(at)).success;
};

export const getsMail = (address: string): boolean => MailAddress.safeParse(address).success;
