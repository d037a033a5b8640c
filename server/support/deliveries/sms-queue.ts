import { defineQueue } from '#server/kit/queue/queue.ts';

/** Triggers the sending of a customer's text messages. The rows of `sms_message` say what is sent. */
export const smsQueue = defineQueue<{ customerId: number }>('sms', { expireSeconds: 600 });
