import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const supportHelp: readonly HelpTopic[] = [];
