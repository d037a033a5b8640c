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
    page.setAttribute('data-first-paint', 'shown');
    // Who is faster than the app: it presses the same button as soon as it can.
    function pressOn(kind, selector, nameOf) {
      document.addEventListener(kind, function (event) {
        var target = event.target.closest('#first-paint ' + selector);
        var name = target && nameOf(target, event);
        if (name) page.setAttribute('data-first-paint', name);
      });
    }
    function ownName(button) {
      return button.name;
    }
    pressOn('keydown', 'input', function (_input, event) {
      return event.key === 'Enter' && 'sign-in';
    });
    pressOn('click', 'button[name]', ownName);
    // The app may take the form over between the press and its release; then there is no click.
    pressOn('pointerdown', 'button[name]', ownName);
  }
})();
