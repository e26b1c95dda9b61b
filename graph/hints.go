package graph

import "github.com/vektah/gqlparser/v2/validator/rules"

// withoutHints are the rules by which documents are checked, without those guesses at what was meant ("Did you mean ...")
// that gqlgen leaves in when its suggestions are turned off: each of them gives away names of the schema.
func withoutHints() *rules.Rules {
	all := rules.NewDefaultRules()
	all.ReplaceRule(rules.KnownArgumentNamesRule.Name, rules.KnownArgumentNamesRuleWithoutSuggestions.RuleFunc)
	all.ReplaceRule(rules.KnownTypeNamesRule.Name, rules.KnownTypeNamesRuleWithoutSuggestions.RuleFunc)
	all.ReplaceRule(rules.ValuesOfCorrectTypeRule.Name, rules.ValuesOfCorrectTypeRuleWithoutSuggestions.RuleFunc)
	return all
}
