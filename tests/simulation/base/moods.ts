/** States of a browser's connection. Each picks the fate of a request by its own weights. */
export const moods = {
  good: { deliver: 1 },
  bad: { deliver: 10, 'request lost': 2, 'reply lost': 4, 'duplicate delivery': 3, delay: 2, 'half-open': 1, 'broken body': 1 },
  cut: { 'request lost': 1 },
  portal: { 'captive portal': 1 },
  storm: { deliver: 5, '401': 1, '408': 1, '409': 1, '425': 1, '429': 2, '500': 2, '503': 2, '413': 6, 'delayed reply': 2 },
  barred: { deliver: 3, '403': 1 },
} as const;
export type Mood = keyof typeof moods;
export const moodNames = Object.keys(moods) as Mood[];
