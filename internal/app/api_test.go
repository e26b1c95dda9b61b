package app_test

import "testing"

// part is one side of the public API, seen from outside.
type part struct {
	name string
	try  func(t *testing.T, p *program)
}

// TestAPI checks what the API promises, part by part, each in tenants of its own on one program.
func TestAPI(t *testing.T) {
	t.Parallel()
	start(t).each(t,
		part{"without a credential", apiWithoutACredential},
		part{"roles", apiRoles},
		part{"unusable ids", apiUnusableIDs},
		part{"nothing of others is shown", apiNothingOfOthersIsShown},
		part{"every field answers", apiEveryFieldAnswers},
		part{"malformed input", apiMalformedInput},
		part{"malformed reading", apiMalformedReading},
		part{"anything anywhere", apiAnythingAnywhere},
		part{"HTTP", apiHTTP},
		part{"idempotency", apiIdempotency},
		part{"streams", apiStreams},
		part{"the queue", apiQueue},
		part{"the action queue", apiActionQueue},
		part{"intents and prepared actions", apiIntents},
		part{"API keys", apiKeysOfTheirOwn},
	)
}

// TestAPIWithoutWorkers stops all workers: nobody is promoted and nothing is swept, so that units stay due to the waitlist
// and what has lapsed stays as it was.
func TestAPIWithoutWorkers(t *testing.T) {
	t.Parallel()
	start(t, apiOnly).each(t,
		part{"availability is what holds say", apiAvailabilityIsWhatHoldsSay},
		part{"availability", apiAvailability},
		part{"the order of checks", apiOrderOfChecks},
		part{"pages", apiPages},
		part{"time decides by itself", apiTimeDecidesByItself},
		part{"viewer commands", apiViewerCommands},
		part{"whose it is", apiWhoseItIs},
	)
}

func (p *program) each(t *testing.T, parts ...part) {
	for _, one := range parts {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			one.try(t, p.in(t))
		})
	}
}
