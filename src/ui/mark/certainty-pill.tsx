import './mark.css';

/** Bands of the specification: below 80, 80 to under 90, 90 and above; `none` if there is no certainty. */
export function certaintyBand(certainty: number | null): 'high' | 'middle' | 'low' | 'none' {
  if (certainty === null) return 'none';
  if (certainty >= 90) return 'high';
  return certainty >= 80 ? 'middle' : 'low';
}

const shapes = { high: '●', middle: '◑', low: '◔', none: '○' };
const words = { high: 'high', middle: 'medium', low: 'low', none: 'unknown' };

/** How certain a suggestion is: shape and number, never color alone. */
export function CertaintyPill({ value }: { value: number | null }) {
  const band = certaintyBand(value);
  return (
    <span className={`certainty certainty-${band}`}>
      <span className="certainty-mark" aria-hidden>
        {shapes[band]}
      </span>
      <span className="visually-hidden">{value === null ? 'certainty' : 'certainty '}</span>
      {/* Rounded down: 89.6 must not read as 90 in the color of the band below. */}
      {value === null ? '' : Math.floor(value)}
      <span className="visually-hidden"> {words[band]}</span>
    </span>
  );
}
