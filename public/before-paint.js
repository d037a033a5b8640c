// Runs before the first paint. A file of its own: the page allows no inline script.
(function () {
  var page = document.documentElement;
  function stored(key) {
    try {
      return window.localStorage.getItem(key);
    } catch (e) {
      return null;
    }
  }
  // A dark screen never flashes white.
  var scheme = stored('mantine-color-scheme-value');
  var dark = scheme === 'dark' || (scheme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // No one is signed in here: the page shows its sign-in form at once, and the app takes it over when its code is there.
  var last = stored('jobdock:last-person');
  if ((last === null || last === 'null') && window.location.pathname.indexOf('/reset') !== 0) {
    page.setAttribute('data-first-paint', 'sign-in');
    // Who is faster than the app is signed in as soon as it can.
    document.addEventListener('click', function (event) {
      if (event.target.closest('#first-paint [type=submit]')) page.setAttribute('data-first-paint', 'submitted');
    });
    document.addEventListener('keydown', function (event) {
      if (event.key === 'Enter' && event.target.closest('#first-paint input')) page.setAttribute('data-first-paint', 'submitted');
    });
  }
})();
