import { useFieldNames } from '#src/entities/label/use-field-names.ts';

/** How people label, so that they label alike. */
export function Guidelines() {
  const names = useFieldNames();
  const shift = names.of('shift');
  const rate = names.of('billRate');
  return (
    <div className="dataset-guide">
      <h2>Guidelines</h2>
      <dl>
        <dt>{shift}</dt>
        <dd>
          Mark the shortest words that say when one shift is: “nights 19:00–07:00, 3x12”. Opening hours of the facility,
          orientation and time of interviews are none. If the text names two different shifts, mark none.
        </dd>
        <dt>Kinds</dt>
        <dd>Choose only kinds that the text names. 19:00–07:00 alone is not “night”.</dd>
        <dt>{rate}</dt>
        <dd>
          Dollars an hour that the facility pays the agency. Pay, stipends, bonuses, weekly gross, overtime, call-back and holiday
          rates are none. Of a range, the upper end is the rate and the lower end the minimum. Two different rates: mark none.
        </dd>
        <dt>Nothing named</dt>
        <dd>Reject what the engine reads, and save: that the text names none is a label, too.</dd>
        <dt>Not sure</dt>
        <dd>Skip it. A row that you skip comes again.</dd>
      </dl>
      <h2>Keys</h2>
      <dl className="dataset-keys">
        <dt>
          <kbd>Shift</kbd> + arrows
        </dt>
        <dd>Select words, with Ctrl whole words</dd>
        <dt>
          <kbd>1</kbd> <kbd>2</kbd>
        </dt>
        <dd>
          Mark the selection as {shift.toLowerCase()}, as {rate.toLowerCase()}
        </dd>
        <dt>
          <kbd>a</kbd> <kbd>x</kbd>
        </dt>
        <dd>Accept what the engine reads and go on; reject it</dd>
        <dt>
          <kbd>s</kbd> <kbd>u</kbd>
        </dt>
        <dd>Skip; undo the last label</dd>
        <dt>
          <kbd>Enter</kbd> <kbd>Esc</kbd>
        </dt>
        <dd>Save and open the next; cancel</dd>
      </dl>
    </div>
  );
}
