package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// The price of what a schema does not price by @cost(weight, multiplier, length).
const (
	pageArgument = "first" // multiplies what is below a field unless another argument is said to
	largestPage  = 100     // what a number multiplies by, at most; resolvers refuse larger pages
	usualLength  = 10      // of a list that no argument bounds
	commandCost  = 10      // of a mutation, for it writes
)

// costKey is where an operation's cost is kept among its figures.
const costKey = "Cost"

// CostOf is what the operation that runs under ctx costs, as Limits counted it before it ran: about one for each object it
// may answer. It is 0 where there is no operation or Limits did not see it.
func CostOf(ctx context.Context) int {
	if !graphql.HasOperationContext(ctx) {
		return 0
	}
	cost, _ := graphql.GetOperationContext(ctx).Stats.GetExtension(costKey).(int)
	return cost
}

// priceOf is what an operation costs with its variables. Values are free and each object that may be answered is one, so
// that a list is as much as its page or its length. A field that says so costs its weight besides. The sum stops at
// math.MaxInt32, and like a size it counts each fragment whenever it is spread but walks it once.
func priceOf(operation *ast.OperationDefinition, variables map[string]any) int {
	p := pricer{variables: variables, known: map[spread]int{}}
	total := p.set(operation.SelectionSet, 0)
	if operation.Operation == ast.Mutation {
		total += commandCost
	}
	return total
}

// pricer remembers what it has priced: a fragment on a page costs by the size of the page.
type pricer struct {
	variables map[string]any
	known     map[spread]int
}

type spread struct {
	fragment *ast.FragmentDefinition
	page     int
}

// set prices a selection on an object. If the object is a page, page is its size, else 0.
func (p pricer) set(set ast.SelectionSet, page int) int {
	total := 0
	for _, selection := range set {
		switch s := selection.(type) {
		case *ast.Field:
			total = plus(total, p.field(s, page))
		case *ast.InlineFragment:
			total = plus(total, p.set(s.SelectionSet, page))
		case *ast.FragmentSpread:
			total = plus(total, p.fragment(spread{s.Definition, page}))
		}
	}
	return total
}

func (p pricer) fragment(s spread) int {
	cost, known := p.known[s]
	if !known {
		p.known[s] = 0 // validation refuses cycles; should one come through, it ends here
		cost = p.set(s.fragment.SelectionSet, s.page)
		p.known[s] = cost
	}
	return cost
}

func (p pricer) field(f *ast.Field, page int) int {
	if isIntrospection(f) {
		return introspectionCost(f)
	}
	price := priceTag(f.Definition)
	if len(f.SelectionSet) == 0 {
		return price.weight
	}
	isList := f.Definition.Type.Elem != nil
	size := p.multiplier(f, price)
	switch {
	case size > 0 && isList:
		return plus(price.weight, times(size, plus(1, p.set(f.SelectionSet, 0))))
	case isList:
		return plus(price.weight, times(orElse(page, price.length), plus(1, p.set(f.SelectionSet, 0))))
	default:
		return plus(price.weight, plus(1, p.set(f.SelectionSet, size)))
	}
}

// multiplier is what the field's argument multiplies by: its number, or the length of its list. It is 0 for a field
// without such an argument, and where a list is empty.
func (p pricer) multiplier(f *ast.Field, price tag) int {
	definition := f.Definition.Arguments.ForName(price.multiplier)
	if definition == nil {
		return 0
	}
	value := definition.DefaultValue
	if given := f.Arguments.ForName(price.multiplier); given != nil {
		if _, sent := p.variables[given.Value.Raw]; given.Value.Kind != ast.Variable || sent {
			value = given.Value
		}
	}
	var resolved any
	if value != nil {
		resolved, _ = value.Value(p.variables) // what does not resolve is refused when it is read
	}
	list, isList := resolved.([]any)
	switch {
	case isList:
		return len(list)
	case definition.Type.Elem != nil: // one value stands for a list of it
		return 1
	case resolved == nil:
		return usualPage(definition)
	default:
		return pageSize(resolved)
	}
}

// usualPage stands for a null: resolvers take the default then.
func usualPage(definition *ast.ArgumentDefinition) int {
	if definition.DefaultValue == nil {
		return largestPage
	}
	value, _ := definition.DefaultValue.Value(nil)
	return pageSize(value)
}

// pageSize reads a number however it came. One that is no size of a page is taken for the nearest that is.
func pageSize(value any) int {
	number, err := json.Number(fmt.Sprint(value)).Float64()
	if math.IsNaN(number) || err != nil && !math.IsInf(number, 0) {
		return largestPage
	}
	return int(min(max(number, 1), largestPage))
}

// tag is what a field's @cost says.
type tag struct {
	weight     int
	multiplier string
	length     int
}

// priceTag reads the field's @cost; schemas are checked for its sense when the server is built.
func priceTag(field *ast.FieldDefinition) tag {
	price := tag{multiplier: pageArgument, length: usualLength}
	directive := field.Directives.ForName("cost")
	if directive == nil {
		return price
	}
	for _, argument := range directive.Arguments {
		number, _ := strconv.Atoi(argument.Value.Raw)
		switch argument.Name {
		case "weight":
			price.weight = number
		case "multiplier":
			price.multiplier = argument.Value.Raw
		case "length":
			price.length = number
		}
	}
	return price
}

// checkPrices refuses a schema whose prices make no sense.
func checkPrices(schema *ast.Schema) error {
	for _, definition := range schema.Types {
		for _, field := range definition.Fields {
			if field.Directives.ForName("cost") == nil {
				continue
			}
			price := priceTag(field)
			if price.weight < 0 || price.length < 1 {
				return fmt.Errorf("@cost of %s.%s: a weight is 0 or more, a length 1 or more", definition.Name, field.Name)
			}
			if price.multiplier != pageArgument && field.Arguments.ForName(price.multiplier) == nil {
				return fmt.Errorf("@cost of %s.%s: there is no argument %s", definition.Name, field.Name, price.multiplier)
			}
		}
	}
	return nil
}

func plus(a, b int) int { return min(a+b, math.MaxInt32) }

func times(a, b int) int { return min(a*b, math.MaxInt32) }
