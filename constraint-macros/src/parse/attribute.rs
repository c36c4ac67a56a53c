//! The attribute's argument: a closure, and options after it.

use constraint_symbolic::finding::Finding;
use constraint_symbolic::near::meant;
use constraint_symbolic::problem::Problem;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprClosure, Pat, PatType, Token};

use super::{nesting, parameters};
use crate::notes::Notes;

/// The names of the options.
const OPTIONS: [&str; 4] = ["validate", "update", "draw", "allow"];

/// What stands after the closure: the functions of the user's that a joint calls, and what is meant as it is.
#[derive(Default)]
pub(crate) struct Options {
    /// Refuses parameters.
    pub(crate) validate: Option<Expr>,
    /// Changes the joint between steps.
    pub(crate) update: Option<Expr>,
    /// Draws the joint.
    pub(crate) draw: Option<Expr>,
    /// The names of what is found in the joint and is meant.
    pub(crate) allowed: Vec<String>,
}

/// What could be read of the closure.
pub(super) enum Closure {
    Whole(Box<ExprClosure>, Box<Options>),
    Unread(Box<Unread>),
}

/// A closure whose tokens are no expression, because it is wrong or still being written.
#[derive(Default)]
pub(super) struct Unread {
    pub(super) bodies: Vec<Ident>,
    /// The parameter for the time, as written.
    pub(super) time: Option<TokenStream>,
    /// What stands after the parameters, options not counted.
    pub(super) body: Option<TokenStream>,
}

/// One of the attribute's arguments.
enum Argument {
    Option(Ident, Box<Expr>),
    Expression(Expr),
}

/// Reads the attribute's argument.
pub(super) fn closure(tokens: TokenStream, notes: &Notes) -> Closure {
    if tokens.is_empty() {
        notes.report(&tokens, Problem::NoClosure);
        return Closure::Unread(Box::default());
    }
    if !nesting::is_bearable(&tokens, notes) {
        return Closure::Unread(Box::default());
    }
    let mut arguments = Vec::new();
    let whole = (|input: ParseStream| read_arguments(input, &mut arguments)).parse2(tokens.clone());
    if let Err(error) = &whole {
        report_syntax(error, &tokens, notes);
    }
    let has_options_only = arguments.iter().all(|argument| matches!(argument, Argument::Option(..)));
    let mut options = Options::default();
    if let Some(closure) = pick(arguments, &mut options, notes) {
        return Closure::Whole(Box::new(closure), Box::new(options));
    }
    // After an error nothing was read, so that nothing can be said to be missing.
    if whole.is_ok() && has_options_only {
        notes.report(&TokenStream::new(), Problem::NoClosure);
    }
    Closure::Unread(Box::new(unread(tokens)))
}

fn read_arguments(input: ParseStream, arguments: &mut Vec<Argument>) -> syn::Result<()> {
    while !input.is_empty() {
        if input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            let name = input.parse()?;
            input.parse::<Token![=]>()?;
            arguments.push(Argument::Option(name, Box::new(input.parse()?)));
        } else {
            arguments.push(Argument::Expression(input.parse()?));
        }
        if input.peek(Token![;]) {
            return Err(input.error("a value has no semicolon after it: leave out the `;`"));
        }
        if !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() {
            return Err(input.error("expected an operator here, or the end of the closure"));
        }
    }
    Ok(())
}

/// The closure among the arguments, and the options; anything else is a mistake.
fn pick(arguments: Vec<Argument>, options: &mut Options, notes: &Notes) -> Option<ExprClosure> {
    let mut picked = None;
    for argument in arguments {
        match argument {
            Argument::Expression(Expr::Closure(closure)) if picked.is_none() => picked = Some(closure),
            Argument::Expression(Expr::Closure(closure)) => notes.report(&closure, Problem::SecondClosure),
            Argument::Expression(Expr::Call(call))
                if picked.is_some() && option_alone(&call.func).is_some_and(|name| name == "allow") =>
            {
                allow(options, &call, notes);
            }
            Argument::Option(ident, value) => set_option(options, &ident, *value, notes),
            Argument::Expression(expression) => match option_alone(&expression) {
                Some(ident) if picked.is_some() => report_option(ident, notes),
                _ if picked.is_some() => notes.report(&expression, Problem::SecondClosure),
                _ => notes.report(&expression, Problem::NotAClosure),
            },
        }
    }
    picked
}

/// An option without a value.
fn option_alone(expression: &Expr) -> Option<&Ident> {
    match expression {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// `allow(name, …)`
fn allow(options: &mut Options, call: &syn::ExprCall, notes: &Notes) {
    for name in &call.args {
        let text = option_alone(name).map_or_else(|| name.to_token_stream().to_string(), ToString::to_string);
        if Finding::NAMES.contains(&text.as_str()) {
            options.allowed.push(text);
        } else {
            notes.report(name, Problem::UnknownFinding { near: meant(&text, Finding::NAMES), name: text });
        }
    }
}

fn set_option(options: &mut Options, ident: &Ident, value: Expr, notes: &Notes) {
    let name = ident.to_string();
    let option = match name.as_str() {
        "validate" => &mut options.validate,
        "update" => &mut options.update,
        "draw" => &mut options.draw,
        _ => return report_option(ident, notes),
    };
    if option.replace(value).is_some() {
        notes.report(ident, Problem::OptionTwice(name));
    }
}

/// An option without a value, or of an unknown name.
fn report_option(ident: &Ident, notes: &Notes) {
    let name = ident.to_string();
    let problem = if name == "allow" {
        Problem::AllowWithoutNames
    } else if OPTIONS.contains(&name.as_str()) {
        Problem::OptionWithoutValue(name)
    } else {
        Problem::UnknownOption { near: meant(&name, OPTIONS), name }
    };
    notes.report(ident, problem);
}

/// What the parser stumbled over. An end that comes too early stands on the last token before it: the parser names the
/// bracket around it, or the whole attribute.
fn report_syntax(error: &syn::Error, tokens: &TokenStream, notes: &Notes) {
    if !error.to_string().starts_with("unexpected end of input") {
        let place = notes.places.between(error.span(), error.span());
        notes.mistakes.report(place, syntax_problem(error));
        return;
    }
    match unfinished(tokens.clone()) {
        Some(TokenTree::Punct(bar)) if bar.as_char() == '|' => notes.report(tokens, Problem::EmptyBody),
        last => notes.report(&last, Problem::Unterminated),
    }
}

/// The parser's words, but where what stands there tells more.
fn syntax_problem(error: &syn::Error) -> Problem {
    let message = error.to_string();
    match error.span().source_text() {
        Some(word) if is_keyword(&word) && message.contains("identifier") => Problem::Keyword(word),
        _ if message == "expected an expression" => Problem::MissingOperand,
        _ => Problem::Syntax(message),
    }
}

/// Whether a word can be no name, but for those that cannot be raw ones either.
fn is_keyword(word: &str) -> bool {
    let starts_a_name = |first: char| first.is_alphabetic() || first == '_';
    let is_word = word.starts_with(starts_a_name) && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && syn::parse_str::<Ident>(word).is_err() && !["self", "Self", "super", "crate", "_"].contains(&word)
}

/// The last token of the first bracket that ends in an operator, or of all.
fn unfinished(tokens: TokenStream) -> Option<TokenTree> {
    let mut last = None;
    for token in tokens {
        if let TokenTree::Group(group) = &token
            && group.delimiter() != Delimiter::None
            && let Some(TokenTree::Punct(operator)) = unfinished(group.stream())
            && !",;?".contains(operator.as_char())
        {
            return Some(TokenTree::Punct(operator));
        }
        last = Some(token);
    }
    last
}

/// The closure's parameters, and the tokens of its body.
fn unread(tokens: TokenStream) -> Unread {
    let read = |input: ParseStream| {
        input.parse::<Token![|]>()?;
        let inputs = Punctuated::<Pat, Token![,]>::parse_separated_nonempty_with(input, |input| {
            let pattern = Pat::parse_single(input)?;
            if !input.peek(Token![:]) {
                return Ok(pattern);
            }
            let (colon, ty) = (input.parse()?, input.parse()?);
            Ok(Pat::Type(PatType { attrs: Vec::new(), pat: Box::new(pattern), colon_token: colon, ty }))
        })?;
        input.parse::<Token![|]>()?;
        let rest = input.parse::<TokenStream>()?.into_iter();
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        let body = Some(rest.take_while(|token| !is_comma(token)).collect());
        Ok(Unread { bodies: parameters::idents(&inputs), time: parameters::time_as_written(&inputs), body })
    };
    read.parse2(tokens).unwrap_or_default()
}
