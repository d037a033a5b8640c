const stops = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const starts = new Set(['START', 'UNSTOP', 'YES']);

/**
 * What a text message that someone sends back asks for: the words that providers know, alone in the message, in any letter case and with
 * signs around them. Null for any other text.
 */
export function answerOf(text: string): 'stop' | 'start' | null {
  const word = text
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim();
  const said = word === 'STOP ALL' ? 'STOPALL' : word === 'OPT OUT' ? 'OPTOUT' : word;
  if (stops.has(said)) return 'stop';
  return starts.has(said) ? 'start' : null;
}
