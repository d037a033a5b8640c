import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import type { MapQueue, MapQueueQuestion } from '#src/workers/grid/map-queue.ts';

/** The queue of distinct texts, read again after every change; null until the response to this question arrives. */
export function useMapQueue(question: MapQueueQuestion): {
  readonly queue: MapQueue | null;
  readonly ready: boolean;
  readonly failed: boolean;
} {
  const { answer, current, ready, failed } = useGridAnswer(question, (client, asked) => client.mapQueue(asked));
  return { queue: current ? answer : null, ready, failed };
}
