import { createTransport } from 'nodemailer';
import { everyMinute } from '../loopback/every-minute.ts';
import { offersAt } from '../vendors/vendor-offers.ts';
import { mailVendorDomain } from './demo-records.ts';
import { requisitionFiles } from './requisition-files.ts';
import { requisitionMail } from './requisition-mail.ts';

type MailVendor = {
  /** The port of the service’s mail server on loopback, and the address of the task. */
  readonly port: number;
  readonly address: string;
  readonly now: () => Date;
};

/** Requisitions that the vendor sends when it starts. */
const mostSent = 4;

/**
 * The demo’s vendor that emails: it sends its newest requisitions when it starts, and each new one as it opens. A requisition is the
 * same email at every start, so that it counts once. Returns what ends it.
 */
export function startMailVendor({ port, address, now }: MailVendor): () => Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, name: mailVendorDomain });
  const sent = new Set<string>();

  async function send(): Promise<void> {
    const open = offersAt('lakeside', now()).filter(({ status, id }) => status === 'Open' && !sent.has(id));
    // The older ones were sent before it started.
    for (const { id } of open.splice(mostSent)) sent.add(id);
    for (const offer of open.reverse()) {
      await transport.sendMail({
        from: `Lakeside VMS <orders@${mailVendorDomain}>`,
        to: address,
        ...requisitionMail(offer),
        attachments: requisitionFiles(offer),
        // The usual random one would make it another email at each start.
        baseBoundary: offer.id,
        messageId: `<${offer.id}@${mailVendorDomain}>`,
        date: offer.openedAt,
        headers: { 'auto-submitted': 'auto-generated' },
      });
      sent.add(offer.id);
    }
  }

  const end = everyMinute(send);
  return async () => {
    await end();
    transport.close();
  };
}
