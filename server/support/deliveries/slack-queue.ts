import { defineQueue } from '#server/kit/queue/queue.ts';

/** Triggers the sending of a customer's messages. The rows of `slack_message` say what is sent. */
export const slackQueue = defineQueue<{ customerId: number }>('slack', { expireSeconds: 600 });
