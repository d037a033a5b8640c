// What recruiters write for degrees, specialties and shifts: our own list. It is apart from the list of `domain/mapping`, which
// says what two texts have in common: there `snf` is a kind of `ltc` and `provider` a physician, and a search must keep them apart.

/** Spellings of one meaning, separated by "|". Any of them finds all of them. Spaces stand for a space, a hyphen or a slash. */
const SAME: readonly string[] = [
  // Degrees
  'rn|registered nurse|rns',
  'lpn|lvn|licensed practical nurse|licensed vocational nurse|lpns|lvns',
  'cna|nursing assistant|nurse aide|nursing aide|stna|cnas',
  'np|nurse practitioner|arnp|aprn|fnp|nps',
  'crna|nurse anesthetist',
  'pct|patient care tech|patient care technician',
  'physician assistant|pa c',
  'medical assistant|cma',
  'pt|physical therapist|physical therapy',
  'pta|physical therapist assistant|physical therapy assistant',
  'ot|occupational therapist|occupational therapy',
  'cota|occupational therapy assistant|occupational therapist assistant',
  'slp|speech language pathologist|speech therapist|speech pathologist|speech therapy',
  'rt|rrt|crt|respiratory therapist|respiratory therapy|respiratory',
  'rad tech|radiology tech|radiologic technologist|x ray|xray|x ray tech|xray tech',
  'ct tech|ct technologist|cat scan tech',
  'mri tech|mri technologist|mri',
  'ultrasound|ultrasound tech|sonographer|sonography|us tech',
  'surg tech|surgical tech|surgical technologist|cst|scrub tech|or tech',
  'sterile processing|spd|sterile tech|central sterile',
  'mls|med tech|medical technologist|medical laboratory scientist|cls|clinical laboratory scientist',
  'mlt|medical laboratory technician|lab tech',
  'phlebotomist|phleb|phlebotomy',
  'pharmacist|pharmd',
  'pharm tech|pharmacy tech|pharmacy technician',
  'emt|emergency medical technician',
  'msw|lcsw|social worker|social work',
  // Specialties
  'icu|intensive care|critical care|intensive care unit',
  'nicu|neonatal icu|neonatal intensive care',
  'picu|pediatric icu|pediatric intensive care|peds icu',
  'micu|medical icu|medical intensive care',
  'sicu|surgical icu|surgical intensive care',
  'cvicu|cticu|cardiovascular icu|cardiovascular intensive care|cardiothoracic icu|csicu',
  'ccu|coronary care|cardiac care unit|cardiac icu',
  'pcu|step down|stepdown|sdu|imc|imcu|progressive care|intermediate care',
  'tele|telemetry',
  'med surg|medsurg|m s|medsurge|med surge|medical surgical|medical surg',
  'er|ed|emergency|emergency room|emergency department|emergency dept',
  'or|operating room|perioperative|periop',
  'cvor|cardiovascular operating room|cardiovascular or',
  'pacu|post anesthesia|recovery room|post op',
  'pre op|preop',
  'l&d|l & d|l and d|ld|labor and delivery|labor & delivery|labor delivery|ldrp',
  'postpartum|post partum|mother baby|mom baby|couplet care',
  'ob|obstetrics|obstetric',
  'peds|pediatrics|pediatric|paeds',
  'psych|psychiatric|psychiatry|behavioral health|mental health',
  'ltc|long term care|nursing home',
  'ltac|ltach|long term acute care',
  'snf|skilled nursing|skilled nursing facility',
  'cath lab|ccl|cardiac cath|cardiac cath lab|catheterization lab',
  'ir|interventional radiology',
  'endo|endoscopy|gi lab',
  'dialysis|hemodialysis|hemo',
  'onc|oncology',
  'ortho|orthopedics|orthopedic|orthopaedic',
  'neuro|neurology|neurological|neuroscience',
  'cardiac|cardiology|cardio',
  'rehab|rehabilitation|irf',
  'case management|case manager|case mgmt',
  'home health|homehealth|hha',
  'hospice|palliative',
  'float pool|float|resource pool',
  'nursery|newborn',
  'wound care|wound|wocn',
  // Shifts
  'nights|night|nites|nite|noc|nocs|nights shift|night shift|overnight|overnights|graveyard',
  'days|day|day shift|dayshift|am shift',
  'evenings|evening|eves|eve|pm shift|evening shift',
  'mids|mid shift|midshift',
  'rotating|rotation|variable|varies',
  'weekends|weekend|wknd|wkend|baylor',
];

/** Words that ask for more than they are a spelling of: a registered nurse is a nurse, but `rn` does not find every nurse. */
const WIDER: readonly (readonly [asked: string, found: string])[] = [
  [
    'nurse|nurses|nursing',
    'nurse|nursing|rn|lpn|lvn|np|crna|cns|cnm|registered nurse|licensed practical nurse|licensed vocational nurse',
  ],
  ['therapist|therapists|therapy', 'therapist|therapy|pt|pta|ot|cota|slp|rrt|crt'],
  ['tech|techs|technician|technologist', 'tech|technician|technologist|cst|pct|spt'],
];

const found = new Map<string, readonly string[]>();
for (const row of SAME) for (const spelling of row.split('|')) found.set(spelling, row.split('|'));
for (const [asked, finds] of WIDER) for (const spelling of asked.split('|')) found.set(spelling, finds.split('|'));

/** Every word or phrase of the list, in lower case. */
export const knownSpellings: ReadonlySet<string> = new Set(found.keys());

/** The spellings that a word or phrase finds, itself among them; null if the list does not have it. In any letter case. */
export const spellingsOf = (text: string): readonly string[] | null => found.get(folded(text)) ?? null;

/** A phrase with one space between its words, as the list writes it. */
function folded(text: string): string {
  const lower = text.toLowerCase().trim();
  return found.has(lower) ? lower : lower.replaceAll(/[\s/-]+/g, ' ');
}

/** A spelling with each way to separate its words: "med surg", "med-surg" and "med/surg". */
export const separated = (spelling: string): readonly string[] =>
  spelling.includes(' ') ? [' ', '-', '/'].map((between) => spelling.replaceAll(' ', between)) : [spelling];
