// Package reception is the door at which people sign in and out: the routes under /auth/. It sends browsers to the identity
// provider and back, and gives them the cookie of their session. Who somebody is, and what is remembered of it, is auth's.
package reception
