/** Properties of answers by the number of their operation. The service has a schema for each of them. */
type Names = {
  1:
    | 'startTime'
    | 'endTime'
    | 'shiftLength'
    | 'numberOfShifts'
    | 'modifiers'
    | 'shiftText'
    | 'billRate'
    | 'minBillRate'
    | 'billRateText';
  2: 'choices';
  3: 'value';
  4: 'jobId' | 'title' | 'facility' | 'city' | 'state' | 'degree' | 'specialty' | 'shift' | 'startDate' | 'billRate';
  100: 'name' | 'source' | 'actionType' | 'fieldId' | 'operand' | 'workType' | 'assumed';
};

/** The number of an operation, as documented. */
export type OperationId = keyof Names;
export type PropertyName<K extends OperationId> = Names[K];
