/** Edit and remove, at the end of a line. */
export const lineDeeds = (onEdit: () => void, onRemove: () => void) => (
  <span className="sub-deeds">
    <button type="button" className="link-button" onClick={onEdit}>
      Edit
    </button>
    <button type="button" className="link-button" onClick={onRemove}>
      Remove
    </button>
  </span>
);
