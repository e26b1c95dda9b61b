// Package identity speaks to the OpenID Connect provider that knows the people: it finds the provider, sends browsers there,
// turns the code that they come back with into a person, and checks the tokens that clients bring from there. Who that person
// is to a tenant is auth's to say.
package identity
